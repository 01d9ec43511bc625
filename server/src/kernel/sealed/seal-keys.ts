// Where the keys of the seal come from, and whether they are the keys of the database.
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../database.ts'
import { KEY_BYTES, keyIdOf, makeSeal, readKey, type Seal } from './seal.ts'

const PLACE = 'sys_seal_key'
/** a seal for `fingerprint_key` only */
const sealOf = (keys: readonly Buffer[]) => makeSeal(keys, Buffer.alloc(KEY_BYTES))

/**
 * The seal of this server, with the keys of SEAL_KEYS or else of DATA_DIR/private/seal.key, which the first start makes. Throws when values of
 * the database are sealed with a key that is not among them.
 */
export async function openSeal(db: Database, { sealKeys, dataDir }: Pick<Config, 'sealKeys' | 'dataDir'>): Promise<Seal> {
  const keys = sealKeys ?? [await ownKey(db, join(dataDir, 'private', 'seal.key'))]
  const source = sealKeys ? 'SEAL_KEYS' : join(dataDir, 'private', 'seal.key')
  return db.transaction().execute(async (trx) => {
    // of two first starts the later one finds the row of the earlier one
    await sql`select pg_advisory_xact_lock(hashtextextended(${PLACE}, 0))`.execute(trx)
    const rows = await trx.selectFrom('sysSealKey').select(['id', 'fingerprintKey']).execute()
    const ids = keys.map(keyIdOf)
    const missing = rows.map((row) => row.id).filter((id) => !ids.includes(id))
    if (missing.length > 0) throw wrongKeys(missing, ids, source)
    const [known] = rows
    const fingerprintKey = known ? Buffer.from(sealOf(keys).open(known.fingerprintKey, PLACE), 'base64') : randomBytes(KEY_BYTES)
    const seal = makeSeal(keys, fingerprintKey)
    if (rows.every((row) => row.id !== seal.keyId)) {
      const sealed = seal.seal(fingerprintKey.toString('base64'), PLACE)
      await trx.insertInto('sysSealKey').values({ id: seal.keyId, fingerprintKey: sealed }).execute()
    }
    return seal
  })
}

/** Removes the ids of all keys but the first, once no value is sealed with them. @returns the removed ids */
export async function retireKeys(db: Database, { keyId }: Seal): Promise<string[]> {
  const rows = await db.deleteFrom('sysSealKey').where('id', '!=', keyId).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** The ids of the keys that this server has; none is made. */
export async function presentKeys({ sealKeys, dataDir }: Pick<Config, 'sealKeys' | 'dataDir'>): Promise<string[]> {
  const own = sealKeys ? undefined : await keyIn(join(dataDir, 'private', 'seal.key'))
  return [...(sealKeys ?? []), ...(own ? [own] : [])].map(keyIdOf)
}

/** Removes the ids of keys that are lost. @returns the removed ids */
export async function forgetKeys(db: Database, present: readonly string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('sysSealKey')
    .where(sql<boolean>`id <> all(${present}::text[])`)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const wrongKeys = (missing: string[], present: string[], source: string) =>
  new Error(
    `Secrets in this database are sealed with the key ${missing.join(', ')}, but ${source} has ${present.join(', ')}. ` +
      'Every server of a database needs the same keys: set SEAL_KEYS, or restore DATA_DIR/private/seal.key from where it is kept apart from the backups. ' +
      'If the key is lost, see "Sealed values" in docs/operate/security.md.',
  )

async function ownKey(db: Database, path: string): Promise<Buffer> {
  const found = await keyIn(path)
  if (found) return found
  const rows = await db.selectFrom('sysSealKey').select('id').execute()
  // another process may have made the key since
  const late = await keyIn(path)
  if (late) return late
  if (rows.length > 0)
    throw wrongKeys(
      rows.map(({ id }) => id),
      ['no key'],
      path,
    )
  return makeKey(path)
}

async function keyIn(path: string): Promise<Buffer | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const key = readKey(text.trim())
  if (!key) throw new Error(`${path} must hold one key: 32 bytes as base64.`)
  return key
}

async function makeKey(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await chmod(dirname(path), 0o700)
  // complete before it has its name, so that of two first starts both use one key
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(unfinished, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    await link(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  return (await keyIn(path))!
}
