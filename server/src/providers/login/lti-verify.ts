// Verifies signed messages of other systems by their keys (1EdTech Security Framework 1.0).
import type { JSONWebKeySet, JWTPayload } from 'jose'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { fail } from '../../kernel/fail.ts'
import type { Outgoing } from '../../kernel/http/outgoing.ts'
import { callProvider } from '../call-provider.ts'
import { Keys, refuse, verifyIdToken } from './verify-token.ts'

const TIMEOUT_MS = 8_000
const KEEP_MS = 60 * 60_000

/** Reads of one address in a minute: anybody can name a key that is not there, and each such message would be a request. */
export const MOST_READS = 5
const MINUTE_MS = 60_000

/** By address: its keys, and when they were asked for in the last minute. */
export type LtiKept = Map<string, { keys?: JSONWebKeySet; goodUntil: number; asked: number[] }>
export type Reach = { outgoing: Outgoing; kept: LtiKept }
/** `publicKey` (PEM or JWK) counts where there is no address */
export type KeySource = { keysUrl: string; publicKey?: string }
/** `isWithoutSubject`: a message that may name no person */
type Rules = { issuer: string; audience: string; requiredClaims: string[]; subject?: string; isWithoutSubject?: boolean }

/** The key of a PEM or JWK; undefined for a text that is none, or a private one. */
export function publicKeyOf(text: string): KeyObject | undefined {
  if (/PRIVATE/.test(text)) return undefined
  try {
    if (!text.trimStart().startsWith('{')) return createPublicKey(text)
    const jwk = JSON.parse(text) as Record<string, unknown>
    return 'd' in jwk || 'k' in jwk ? undefined : createPublicKey({ key: jwk as never, format: 'jwk' })
  } catch {
    return undefined
  }
}

/**
 * The claims of a message that was signed by one of these keys, with the times that it needs. Published keys are read again once where
 * none fits, because systems change them. Fails thirdRefused, and thirdDown where the keys cannot be read.
 */
export async function verifiedJwt(
  token: string,
  { isWithoutSubject = false, ...rules }: Rules,
  source: KeySource,
  reach: Reach,
): Promise<JWTPayload> {
  const requiredClaims = [...(isWithoutSubject ? [] : ['sub']), 'exp', 'iat', ...rules.requiredClaims]
  return verifyIdToken(token, { ...rules, requiredClaims }, async (isFresh) =>
    source.keysUrl === '' ? (publicKeyOf(source.publicKey ?? '') ?? refuse('key')) : keysAt(source.keysUrl, reach, isFresh),
  )
}

/** Fails thirdDown, also where the address was asked MOST_READS times in a minute and nothing is known of it. */
async function keysAt(url: string, { outgoing, kept }: Reach, isFresh: boolean): Promise<JSONWebKeySet> {
  const known = kept.get(url)
  if (!isFresh && known?.keys && known.goodUntil > Date.now()) return known.keys
  const asked = (known?.asked ?? []).filter((at) => at > Date.now() - MINUTE_MS)
  if (asked.length >= MOST_READS) return known?.keys ?? fail('thirdDown')
  kept.set(url, { goodUntil: 0, ...known, asked: [...asked, Date.now()] })
  const { status, data } = await callProvider(outgoing, { url, timeoutMs: TIMEOUT_MS, down: 'thirdDown' })
  const read = Keys.safeParse(data)
  if (status !== 200 || !read.success) return fail('thirdDown')
  const keys = read.data as JSONWebKeySet
  kept.set(url, { asked: kept.get(url)?.asked ?? [], keys, goodUntil: Date.now() + KEEP_MS })
  return keys
}
