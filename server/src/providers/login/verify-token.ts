// Verifies signed tokens of other systems: ID tokens of OpenID Connect, messages of LTI.
import type { JSONWebKeySet, JWTPayload, JWTVerifyOptions } from 'jose'
import type { KeyObject } from 'node:crypto'
import * as z from 'zod'
import { fail, Failure } from '../../kernel/fail.ts'

const SKEW_SECONDS = 60

/** Published keys: at least one. */
export const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })

/** Signatures by a private key only: neither `none` nor a shared secret. */
export const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']

export const refuse = (vendorCode: string): never => fail('thirdRefused', undefined, { vendorCode })

/** One key, or the published ones; `isFresh`: they are read again. */
type KeysOf = (isFresh: boolean) => Promise<KeyObject | JSONWebKeySet>

/**
 * The claims of a token that was signed by one of these keys, a minute of difference between the clocks allowed. Published keys are read
 * again once where none fits, because systems change them. Fails thirdRefused with what is wrong, thirdDown where the keys cannot be read.
 */
export async function verifyIdToken(token: string, rules: JWTVerifyOptions, keysOf: KeysOf): Promise<JWTPayload> {
  // imported late, as few sites sign in this way
  const { createLocalJWKSet, errors, jwtVerify } = await import('jose')
  const options = { algorithms, clockTolerance: SKEW_SECONDS, ...rules }
  const verify = async (isFresh: boolean) => {
    const keys = await keysOf(isFresh)
    return (await ('keys' in keys ? jwtVerify(token, createLocalJWKSet(keys), options) : jwtVerify(token, keys, options))).payload
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
