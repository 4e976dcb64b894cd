/** Returns the title of the page while `waiting` sessions need the person. */
export function pageTitle(waiting: number): string {
  return waiting === 0 ? 'codexbar' : `(${waiting}) codexbar`
}
