// The key by which this site signs messages of LTI, and its published half.
import type { CallbackReply } from '@shuyuan/contract/kernel/endpoint.ts'
import type { JSONWebKeySet, JWTPayload } from 'jose'
import { sql } from 'kysely'
import { createPrivateKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { openValue, type SealedColumn, sealValue } from '../../../kernel/sealed/sealed-column.ts'

const BITS = 2_048
const ALG = 'RS256'

export const ltiPrivateKey: SealedColumn = { table: 'integrate_lti_key', column: 'private_key' }

type Key = { kid: string; key: KeyObject }
const keyOf = appPart((): { signing?: Promise<Key> } => ({}))

/** The key of this site; made at its first use. */
async function signingKey(app: App): Promise<Key> {
  const part = keyOf(app)
  part.signing ??= readOrMake(app)
  try {
    return await part.signing
  } catch (error) {
    delete part.signing
    throw error
  }
}

async function readOrMake(app: App): Promise<Key> {
  return (await newest(app)) ?? (await make(app))
}

async function newest({ db, seal }: Pick<App, 'db' | 'seal'>): Promise<Key | undefined> {
  const row = await db
    .selectFrom('integrateLtiKey')
    .where('privateKey', '!=', '')
    .orderBy('id', 'desc')
    .select(['id', 'kid', 'privateKey'])
    .limit(1)
    .executeTakeFirst()
  return row && { kid: row.kid, key: createPrivateKey(openValue(seal, ltiPrivateKey, row.id, row.privateKey)) }
}

async function make({ db, seal, clock }: App): Promise<Key> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: BITS })
  return db.transaction().execute(async (trx) => {
    // several servers may begin at once
    await sql`select pg_advisory_xact_lock(hashtextextended('integrate lti key', 0))`.execute(trx)
    const stored = await newest({ db: trx, seal })
    if (stored) return stored
    const kid = randomUUID()
    const publicKey = JSON.stringify(pair.publicKey.export({ format: 'jwk' }))
    const { id } = await trx
      .insertInto('integrateLtiKey')
      .values({ kid, publicKey, createTime: clock() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const privateKey = sealValue(seal, ltiPrivateKey, id, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
    await trx.updateTable('integrateLtiKey').set({ privateKey }).where('id', '=', id).execute()
    return { kid, key: pair.privateKey }
  })
}

/** A JWT of this site, good for `seconds` from now. */
export async function signedByUs(app: App, claims: JWTPayload, seconds: number): Promise<string> {
  const { SignJWT } = await import('jose')
  const { kid, key } = await signingKey(app)
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: ALG, kid, typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .setJti(randomUUID())
    .sign(key)
}

/** The public keys of this site. */
export async function ownKeys(app: App): Promise<JSONWebKeySet> {
  await signingKey(app)
  const rows = await app.db.selectFrom('integrateLtiKey').orderBy('id', 'desc').select(['kid', 'publicKey']).execute()
  return { keys: rows.map(({ kid, publicKey }) => ({ ...(JSON.parse(publicKey) as { kty: string }), kid, alg: ALG, use: 'sig' })) }
}

/** The same for other systems, which read them from time to time. */
export async function publishKeys({ app, answerHeader }: Ctx): Promise<CallbackReply> {
  const body = JSON.stringify(await ownKeys(app))
  answerHeader('cache-control', 'public, max-age=600')
  return { status: 200, type: 'application/json', body }
}
