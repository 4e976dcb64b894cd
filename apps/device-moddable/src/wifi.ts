import type WiFi from 'embedded:network/interface/wifi'
import type { WiFiOptions } from 'embedded:network/interface/wifi'
import type { DeskInput } from '@codexbar/display'
import type { Clock, Pending } from './clock.js'

/** The name of a network and the word that opens it; an open network has none. */
export type Credentials = { ssid: string; password: string | undefined }

/** What is used of ECMA-419's Wi-Fi class: the radio as a station of a network. */
export type Station = Pick<WiFi, 'connect' | 'disconnect' | 'scan' | 'connection' | 'address'>

/** Makes the station, or throws where the radio does not start. */
export type StationClass = new (options: WiFiOptions) => Station

type Told = Extract<DeskInput, { is: 'network' }>

/** `connection` of ECMA-419's Wi-Fi class: with an address; let in, without one; up to here not in a network. */
const WITH_ADDRESS = 500
const WITHOUT_ADDRESS = 400
const WITHOUT_NETWORK = 200

const FIRST_RETRY = 1_000
const LAST_RETRY = 30_000

/** Joining takes 2-4 s; an access point that gives no address would keep us waiting for ever. */
const JOIN_LIMIT = 20_000

/** A scan of all channels takes about 2 s. */
const SCAN_LIMIT = 10_000

/**
 * Joins the network and stays in it: the SDK's class does not join again by itself. After each attempt that failed it
 * looks which networks there are, because the class keeps to itself why it failed: a network that is there and does not
 * let us in is taken to want another password. Where the radio does not start or no address comes the network is lost:
 * nobody knows more.
 */
export function keepWifi(
  Radio: StationClass,
  { ssid, password }: Credentials,
  clock: Clock,
  tell: (told: Told) => void,
): void {
  let joined = false
  let trying = false
  let retry = FIRST_RETRY
  let limit: Pending | undefined
  let station: Station | undefined

  const attempt = () => {
    trying = true
    limit = clock.after(JOIN_LIMIT, failed)
    try {
      station ??= new Radio({ onChanged: changed })
      station.connect(password === undefined ? { SSID: ssid } : { SSID: ssid, password, secure: true })
    } catch {
      failed()
    }
  }
  const tryLater = () => {
    clock.after(retry, () => {
      if (!joined) attempt()
    })
    retry = Math.min(retry * 2, LAST_RETRY)
  }
  const failed = () => {
    if (!trying) return
    trying = false
    limit?.cancel()
    if (station === undefined) return lost()
    const associated = station.connection >= WITHOUT_ADDRESS
    leave()
    if (associated) return lost()
    look((found) => {
      if (joined) return
      tell({ is: 'network', state: found ? 'wrong_password' : 'not_found' })
      tryLater()
    })
  }
  const changed = () => {
    const connection = station?.connection ?? 0
    if (connection >= WITH_ADDRESS) arrived()
    else if (connection <= WITHOUT_NETWORK) {
      if (joined) lost()
      else failed()
    }
  }
  const arrived = () => {
    if (joined) return
    joined = true
    trying = false
    limit?.cancel()
    retry = FIRST_RETRY
    const address = station?.address
    tell(address === undefined ? { is: 'network', state: 'joined' } : { is: 'network', state: 'joined', address })
  }
  const lost = () => {
    joined = false
    tell({ is: 'network', state: 'lost' })
    tryLater()
  }
  const leave = () => {
    try {
      station?.disconnect()
    } catch {
      // It was not connected.
    }
  }
  const look = (then: (found: boolean) => void) => {
    let found = false
    let looking = true
    const end = () => {
      if (!looking) return
      looking = false
      tooLong.cancel()
      then(found)
    }
    const tooLong = clock.after(SCAN_LIMIT, end)
    try {
      station?.scan({
        onFound: (network) => {
          found ||= network.SSID === ssid
        },
        onComplete: end,
      })
    } catch {
      end()
    }
  }
  tell({ is: 'network', state: 'joining' })
  attempt()
}
