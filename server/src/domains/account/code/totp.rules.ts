// One-time codes by time: RFC 6238 over RFC 4226, with the values that authenticator apps assume (SHA-1, 6 digits, 30 s).
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** steps before and after the present one that are accepted, for clocks that differ */
const SKEW = 1
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 16
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 of RFC 4648 without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The bytes of a base32 text. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

/** The code of a time step. */
export function codeAt(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The step whose code this is, near `now`; undefined for a wrong code. Compares in constant time. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const given = Buffer.from(code.replaceAll(/\s/g, ''))
  const present = stepAt(now)
  const steps = Array.from({ length: 2 * SKEW + 1 }, (_, at) => present - SKEW + at)
  return steps.filter((step) => given.length === DIGITS && timingSafeEqual(given, Buffer.from(codeAt(secret, step))))[0]
}

export const newSecret = (): string => base32(randomBytes(SECRET_BYTES))

/** The address that a QR code gives to an authenticator app. */
export function totpUri(issuer: string, userName: string, secret: string): string {
  // a colon separates issuer and account
  const name = issuer.replaceAll(':', ' ')
  return `otpauth://totp/${encodeURIComponent(name)}:${encodeURIComponent(userName)}?secret=${secret}&issuer=${encodeURIComponent(name)}`
}

/** Ten recovery codes of 128 bits, in groups of four. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)).replaceAll(/.{4}(?=.)/g, '$&-'))

/** The stored form of a recovery code, however it was typed. So many random bits need no slow hash. */
export const hashOfRecovery = (code: string): Buffer => createHash('sha256').update(code.toUpperCase().replaceAll(/[\s-]/g, '')).digest()
