import { Behavior, type Content } from 'piu/MC'

/** A behavior that knows what its content was made from. */
export class DataBehavior<Data> extends Behavior {
  declare protected data: Data

  onCreate(_content: Content, data: Data) {
    this.data = data
  }
}
