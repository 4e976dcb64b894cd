// biome-ignore-all lint/style/noDefaultExport: The SDK's modules export so.
// What the firmware uses of the Moddable SDK, besides Piu (ui/piu.d.ts). The SDK's own typings are a part of the SDK.

/** What a board has to dim its screen: most have `write` (0-100), some only ECMA-419's `brightness` (0-1). */
declare var backlight: { write?: (percent: number) => void; brightness?: number } | undefined

declare var device: { network: { http: import('embedded:network/http/client').HTTPClientOptions } }

interface StringConstructor {
  /** Throws when the bytes are no UTF-8. */
  fromArrayBuffer(buffer: ArrayBuffer): string
}

interface ArrayBuffer {
  /** XS's own: a new buffer that holds this one's bytes, then the others'. */
  concat(...buffers: ArrayBuffer[]): ArrayBuffer
}

declare module 'mc/config' {
  const config: Readonly<Record<string, unknown>>
  export default config
}

declare module 'preference' {
  const Preference: {
    get(domain: string, key: string): string | number | boolean | ArrayBuffer | undefined
    set(domain: string, key: string, value: string | number | boolean): void
    delete(domain: string, key: string): void
  }
  export default Preference
}

/** The simulator's only: its screen carries messages between the program and the page that shows it. */
declare module 'screen' {
  const screen: { onMessage?: (message: string | ArrayBuffer) => void; postMessage(message: string): void }
  export default screen
}

declare module 'time' {
  const Time: {
    /** Milliseconds in 32 bits: it wraps. */
    readonly ticks: number
    /** Milliseconds from `start` to `end`, right over a wrap. */
    delta(start: number, end: number): number
  }
  export default Time
}

declare module 'timer' {
  type Id = { readonly timer: unique symbol }
  const Timer: {
    set(callback: () => void, ms?: number): Id
    repeat(callback: () => void, ms: number): Id
    clear(id: Id | undefined): void
  }
  export default Timer
}

declare module 'embedded:io/socket/tcp' {
  export type TCPOptions = {
    address: string
    port: number
    onReadable: (count: number) => void
    onWritable: (count: number) => void
    onError: (error?: unknown) => void
  }
  export default class TCP {
    constructor(options: TCPOptions)
    close(): void
  }
}

declare module 'embedded:network/http/client' {
  import type TCP from 'embedded:io/socket/tcp'
  import type { TCPOptions } from 'embedded:io/socket/tcp'

  /** `More` are options of a socket class of one's own: the client passes on what `socket` holds besides `io`. */
  export type HTTPClientOptions<More extends object = object> = {
    host: string
    port: number
    socket: { io: new (options: TCPOptions & More) => TCP } & More
    onError?: (error?: unknown) => void
  }
  export type Request = { read(count?: number): ArrayBuffer | undefined }
  export type RequestOptions = {
    method?: string
    path: string
    headers: Map<string, string>
    onHeaders(this: Request, status: number, headers: Map<string, string>): void
    onReadable(this: Request, count: number): void
    /** An error says that the connection ended first. */
    onDone(this: Request, error: unknown): void
  }
  export default class HTTPClient<More extends object = object> {
    constructor(options: HTTPClientOptions<More>)
    request(options: RequestOptions): Request
    close(): void
  }
}

declare module 'embedded:network/interface/wifi' {
  export type WiFiOptions = { onChanged: () => void }
  export type Credentials = { SSID: string; password?: string; secure?: boolean }
  export default class WiFi {
    constructor(options: WiFiOptions)
    connect(credentials: Credentials): void
    disconnect(): void
    scan(options: { onFound: (network: { SSID: string }) => void; onComplete: () => void }): void
    /** 200 and below: not connected; 300: connecting; 400: connected; 500: with an address. */
    readonly connection: number
    readonly address: string | undefined
  }
}
