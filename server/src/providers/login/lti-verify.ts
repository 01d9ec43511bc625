// Verifies signed messages of other systems by their keys (1EdTech Security Framework 1.0).
import type { JSONWebKeySet, JWTPayload } from 'jose'
import { createPublicKey, type KeyObject } from 'node:crypto'
import * as z from 'zod'
import { fail, Failure } from '../../kernel/fail.ts'
import type { Outgoing } from '../../kernel/http/outgoing.ts'
import { callProvider } from '../call-provider.ts'

const TIMEOUT_MS = 8_000
const KEEP_MS = 60 * 60_000
const SKEW_SECONDS = 60
/** Signatures by a private key only: neither `none` nor a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })

export type LtiKept = Map<string, { keys: JSONWebKeySet; goodUntil: number }>
export type Reach = { outgoing: Outgoing; kept: LtiKept }
/** `publicKey` (PEM or JWK) counts where there is no address */
export type KeySource = { keysUrl: string; publicKey?: string }
type Rules = { issuer: string; audience: string; requiredClaims: string[]; subject?: string }

export const refuse = (vendorCode: string): never => fail('thirdRefused', undefined, { vendorCode })

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
export async function verifiedJwt(token: string, rules: Rules, source: KeySource, reach: Reach): Promise<JWTPayload> {
  const { createLocalJWKSet, errors, jwtVerify } = await import('jose')
  const options = { ...rules, algorithms, clockTolerance: SKEW_SECONDS, requiredClaims: ['sub', 'exp', 'iat', ...rules.requiredClaims] }
  const verify = async (isFresh: boolean) => {
    if (source.keysUrl === '') return (await jwtVerify(token, publicKeyOf(source.publicKey ?? '') ?? refuse('key'), options)).payload
    return (await jwtVerify(token, createLocalJWKSet(await keysAt(source.keysUrl, reach, isFresh)), options)).payload
  }
  try {
    return await verify(false).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) return verify(true)
      throw error
    })
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed) return refuse(error.claim)
    if (error instanceof errors.JOSEError) return refuse(error.code)
    if (error instanceof Failure) throw error
    // a published key that cannot be read
    return fail('thirdDown')
  }
}

async function keysAt(url: string, { outgoing, kept }: Reach, isFresh: boolean): Promise<JSONWebKeySet> {
  const known = kept.get(url)
  if (!isFresh && known && known.goodUntil > Date.now()) return known.keys
  const { status, data } = await callProvider(outgoing, { url, timeoutMs: TIMEOUT_MS, down: 'thirdDown' })
  const read = Keys.safeParse(data)
  if (status !== 200 || !read.success) return fail('thirdDown')
  const keys = read.data as JSONWebKeySet
  kept.set(url, { keys, goodUntil: Date.now() + KEEP_MS })
  return keys
}
