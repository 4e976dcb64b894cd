/** Where the display's own network stands, and its address there. */
export type Network = {
  state: 'joining' | 'joined' | 'lost' | 'not_found' | 'wrong_password'
  address: string | undefined
}
