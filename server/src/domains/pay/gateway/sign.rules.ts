// Signatures and amounts of the payment services.
import { digitsOf } from '@shuyuan/contract/pay/currency.ts'
import { createDecipheriv, createSign, createVerify, type KeyObject } from 'node:crypto'

/** RSA-SHA256 as base64. */
export const rsaSign = (key: KeyObject, text: string): string => createSign('RSA-SHA256').update(text).sign(key, 'base64')

export function rsaVerify(key: KeyObject, text: string | Buffer, signature: string): boolean {
  try {
    return createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64')
  } catch {
    return false
  }
}

/** Opens the resource of a WeChat notice (AES-256-GCM, the tag in the last 16 bytes). Throws when it was changed. */
export function openResource(key: string, resource: { ciphertext: string; nonce: string; associated: string }): string {
  const bytes = Buffer.from(resource.ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'utf8'), Buffer.from(resource.nonce, 'utf8'))
  decipher.setAAD(Buffer.from(resource.associated, 'utf8'))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
}

/** `k=v&…` of the values that are not empty, in the order of their names, as Alipay signs them. */
export const signedText = (values: Readonly<Record<string, string>>, without: readonly string[]): string =>
  Object.keys(values)
    .filter((name) => values[name] !== '' && !without.includes(name))
    .toSorted()
    .map((name) => `${name}=${values[name]}`)
    .join('&')

/** The text of the object after `"name":`, byte for byte: signatures are over it. Undefined without one. */
export function rawObject(text: string, name: string): string | undefined {
  const at = text.indexOf(`"${name}"`)
  const start = at < 0 ? -1 : text.indexOf('{', at)
  if (start < 0) return undefined
  let depth = 0
  for (let i = start, quoted = false; i < text.length; i++) {
    const letter = text[i]
    if (quoted) {
      if (letter === '\\') i++
      else if (letter === '"') quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return text.slice(start, i + 1)
  }
  return undefined
}

/** The smallest units of a decimal text, exactly; NaN for anything else. */
export function amountOf(text: string, currency: string): number {
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,4}))?$/.exec(text.trim().replaceAll(',', ''))
  if (!match) return Number.NaN
  const [, sign = '', whole = '', part = ''] = match
  const digits = digitsOf(currency)
  if (/[1-9]/.test(part.slice(digits))) return Number.NaN
  return Number(`${sign}${whole}${part.slice(0, digits).padEnd(digits, '0')}`)
}

/** Hundredths of a yuan in another currency, rounded up so that nothing is sold below its price. `rate`: yuan for one unit, up to six decimals. */
export function convert(amount: number, currency: string, rate: string): number {
  if (currency === 'CNY') return amount
  const [whole = '0', part = ''] = rate.split('.')
  const millionths = BigInt(`${whole}${part.padEnd(6, '0')}`)
  const scaled = BigInt(amount) * 1_000_000n * 10n ** BigInt(digitsOf(currency))
  const per = millionths * 100n
  return Number((scaled + per - 1n) / per)
}

/** The part of a payment in another currency that a refund of hundredths gives back; the last refund gives back the rest. */
export function refundPart(
  refund: { amount: number; before: number; vendorBefore: number },
  trade: { amount: number; vendorAmount: number },
): number {
  const { amount, before, vendorBefore } = refund
  if (before + amount >= trade.amount) return trade.vendorAmount - vendorBefore
  return Math.floor((amount * trade.vendorAmount) / trade.amount)
}

const pad = (value: number) => String(value).padStart(2, '0')

/** The wall clock of a zone that is `hours` before UTC: `yyyy-MM-dd HH:mm:ss`. */
export function wallClock(at: Date, hours: number): string {
  const there = new Date(at.getTime() + hours * 3_600_000)
  const day = `${there.getUTCFullYear()}-${pad(there.getUTCMonth() + 1)}-${pad(there.getUTCDate())}`
  return `${day} ${pad(there.getUTCHours())}:${pad(there.getUTCMinutes())}:${pad(there.getUTCSeconds())}`
}

/** The instant of such a wall clock; the epoch for what is none. */
export function fromWallClock(text: string, hours: number): Date {
  const at = Date.parse(`${text.trim().replace(' ', 'T')}Z`)
  return new Date(Number.isNaN(at) ? 0 : at - hours * 3_600_000)
}
