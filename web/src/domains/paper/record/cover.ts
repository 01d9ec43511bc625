// Encrypts bytes of a part for their position, as the server does with parts that it keeps (docs/decisions/0240).

const BLOCK = 16
const COUNTER_BYTES = 16
const COUNTER_BITS = 64

/** The key of a part: this page encrypts with it and cannot read it out again. @param key base64 */
export const openKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'raw',
    Uint8Array.from(atob(key), (sign) => sign.charCodeAt(0)),
    'AES-CTR',
    false,
    ['encrypt'],
  )

export async function coverAt(key: CryptoKey, bytes: Uint8Array, position: number): Promise<Uint8Array<ArrayBuffer>> {
  const counter = new Uint8Array(COUNTER_BYTES)
  new DataView(counter.buffer).setBigUint64(COUNTER_BYTES - 8, BigInt(Math.floor(position / BLOCK)))
  const before = position % BLOCK
  const shifted = new Uint8Array(before + bytes.length)
  shifted.set(bytes, before)
  const covered = await crypto.subtle.encrypt({ name: 'AES-CTR', counter, length: COUNTER_BITS }, key, shifted)
  return new Uint8Array(covered).slice(before)
}

/** SHA-256, hexadecimal. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (one) => one.toString(16).padStart(2, '0')).join('')
}
