// A licence: a small JSON file whose facts are signed with Ed25519.
import { fromWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod'

const isDay = (text: string) => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
const License = z.object({
  holder: z.string().trim().min(1).max(200),
  /** the last valid day, yyyy-MM-dd */
  validUntil: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .refine(isDay),
  /** maximum number of accounts */
  maxUsers: z.int().min(1).max(10_000_000).optional(),
})
const SignedLicense = z.strictObject({ ...License.shape, signature: z.base64().max(200) })

export type License = z.infer<typeof License>
export type SignedLicense = z.infer<typeof SignedLicense>

/** The signed bytes: the facts in a fixed order, independent of the file's format. Throws for invalid facts. */
export function signedBytes(facts: License): Buffer {
  const { holder, validUntil, maxUsers } = License.parse(facts)
  return Buffer.from(JSON.stringify(['shuyuan-licence', 1, holder, validUntil, maxUsers ?? null]), 'utf8')
}

/**
 * Reads the text of a licence file. @returns the licence, or why it is refused: `broken` is no licence file, `forged` is signed with
 * another key or changed since
 */
export function readLicense(text: string, publicKey: KeyObject): { license: SignedLicense } | { refused: 'broken' | 'forged' } {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { refused: 'broken' }
  }
  const read = SignedLicense.safeParse(given)
  if (!read.success) return { refused: 'broken' }
  const { signature, ...facts } = read.data
  const genuine = verify(null, signedBytes(facts), publicKey, Buffer.from(signature, 'base64'))
  return genuine ? { license: read.data } : { refused: 'forged' }
}

/** Whether the licence's last day, in the site's time zone, is over. */
export const isOver = ({ validUntil }: Pick<License, 'validUntil'>, now: Date): boolean =>
  now.getTime() > fromWallClock(`${validUntil} 23:59:59`).getTime() + 999

/** Reads an Ed25519 public key: PEM (line breaks may be written as \n) or the base64 of its DER form. Throws for anything else. */
export function publicKeyOf(text: string): KeyObject {
  const written = text.trim().replaceAll(String.raw`\n`, '\n')
  const key = written.startsWith('-----')
    ? createPublicKey(written)
    : createPublicKey({ key: Buffer.from(written, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key')
  return key
}
