/** What the painter uses of Piu, as the Moddable SDK 8.2.3 has it (modules/piu/All/piuAll.js, modules/piu/MC/piuMC.js). */
declare module 'piu/MC' {
  /** 0xRRGGBBAA */
  export type Color = number
  export type Texture = { path: string }

  export type SkinDictionary =
    | { fill: Color | readonly Color[] }
    | { texture: Texture; width: number; height: number; variants?: number; color: Color | readonly Color[] }
  export class Skin {
    constructor(dictionary: SkinDictionary)
  }

  export type StyleDictionary = {
    font: string
    color?: Color
    horizontal?: 'left' | 'center' | 'right'
    vertical?: 'top' | 'middle' | 'bottom'
    /** margin in pixels */
    left?: number
    /** margin in pixels */
    right?: number
  }
  export class Style {
    constructor(dictionary: StyleDictionary)
    measure(text: string): { width: number; height: number }
  }

  /** Piu calls the methods its contents' behaviors happen to have, by name. */
  export class Behavior {}

  export type Coordinates = {
    left?: number
    top?: number
    right?: number
    bottom?: number
    width?: number
    height?: number
  }

  export type ContentDictionary = Coordinates & {
    Behavior?: new () => Behavior
    active?: boolean
    interval?: number
    skin?: Skin | SkinDictionary
    style?: Style | StyleDictionary
    visible?: boolean
  }
  export interface Content {
    readonly container: Container | null
    readonly next: Content | null
    readonly running: boolean
    skin: Skin | null
    state: number
    style: Style | null
    time: number
    variant: number
    visible: boolean
    width: number
    x: number
    delegate(message: string, ...args: unknown[]): void
    distribute(message: string, ...args: unknown[]): void
    start(): void
    stop(): void
  }
  export const Content: Template<ContentDictionary, Content>

  export type LabelDictionary = ContentDictionary & { string?: string }
  export interface Label extends Content {
    string: string
  }
  export const Label: Template<LabelDictionary, Label>

  export type ContainerDictionary = ContentDictionary & { contents?: readonly Content[] }
  export interface Container extends Content {
    readonly first: Content | null
    readonly length: number
    add(content: Content): void
    empty(): void
  }
  export const Container: Template<ContainerDictionary, Container>

  export type ApplicationDictionary = ContainerDictionary & {
    /** bytes */
    commandListLength?: number
    /** bytes */
    displayListLength?: number
    touchCount?: number
  }
  export interface Application extends Container {
    /** drops what Piu caches of contents that are gone */
    purge(): void
  }
  export const Application: Template<ApplicationDictionary, Application>

  /** Makes contents, with or without `new`; `template` makes a narrower one whose dictionary comes of its data. */
  export interface Template<Dictionary, Instance, Data = unknown> {
    new (data: Data, dictionary?: Dictionary): Instance
    (data: Data, dictionary?: Dictionary): Instance
    template<Narrower>(dictionary: (data: Narrower) => Dictionary): Template<Dictionary, Instance, Narrower>
  }
}
