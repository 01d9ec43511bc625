// Where the reading of a part stands while it grows, and the places at which a player can begin. The server reads what comes to it, the page what goes to a cloud.

/** `at`: position in the file; `time`: milliseconds since the recorder began */
export type Cluster = { at: number; time: number }

/** Where the reading stands; stored between two pieces. */
export type Scan = {
  /** position of the next element */
  at: number
  /** the first bytes of an element whose head is not complete, base64 */
  rest: string
  /** bytes before the first cluster; 0 before there is one */
  init: number
  /** number of the track with pictures; 0 unknown */
  video: number
  /** number of the track that is being described */
  entry: number
  cluster: Cluster | null
  /** whether the first picture of the cluster was seen */
  decided: boolean
  /** time of the last block */
  last: number
  /** time of the last picture; scans of earlier versions have none */
  picture?: number
  /** it is not of the form that was said: nothing more is read */
  broken: boolean
}
export type Read = { scan: Scan; clusters: Cluster[] }

export const newScan: Scan = {
  at: 0,
  rest: '',
  init: 0,
  video: 0,
  entry: 0,
  cluster: null,
  decided: true,
  last: 0,
  broken: false,
}

/** The reading goes on at this position, where a cluster or a picture begins: what lies before it was dropped. */
export const scanFrom = (scan: Scan, at: number): Scan => ({ ...scan, at, rest: '', cluster: null, decided: true })

/** The bytes that were kept of the last call and these, and the position of the first of them. */
export function joinRest({ rest }: Scan, bytes: Uint8Array, from: number): { data: Uint8Array; start: number } {
  if (rest === '') return { data: bytes, start: from }
  const kept = Uint8Array.from(atob(rest), (sign) => sign.charCodeAt(0))
  const data = new Uint8Array(kept.length + bytes.length)
  data.set(kept)
  data.set(bytes, kept.length)
  return { data, start: from - kept.length }
}

/** The stored form of a few bytes. */
export const restOf = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
