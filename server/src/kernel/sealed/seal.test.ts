// Sealed values open with their key in their place only, and a server without the keys of the database does not start.
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts'
import { startApp } from '../../../test/start-app.ts'
import { type Database, openDatabase } from '../database.ts'
import { keyIdOf, makeSeal, sealedWith } from './seal.ts'
import { openSeal, retireKeys } from './seal-keys.ts'

const [oldKey, newKey, siteKey] = ['old', 'new', 'site'].map((text) => Buffer.alloc(32, text)) as [Buffer, Buffer, Buffer]

describe('a seal', () => {
  const seal = makeSeal([newKey, oldKey], siteKey)

  test.each(['TOP-SECRET', '身份证 110101199003070011', '', 'x'.repeat(100_000)])('opens what it sealed', (text) => {
    const sealed = seal.seal(text, 'sys_prop:sms')
    expect(seal.isSealed(sealed)).toBe(true)
    expect(sealed).not.toContain(text || 'nothing')
    expect(seal.open(sealed, 'sys_prop:sms')).toBe(text)
  })

  test('seals the same text differently each time', () => expect(seal.seal('a', 'x')).not.toBe(seal.seal('a', 'x')))

  test('does not open a value that was moved, changed or shortened', () => {
    const sealed = seal.seal('TOP-SECRET', 'sys_prop:sms')
    expect(() => seal.open(sealed, 'sys_prop:upload')).toThrow('belongs to another place')
    expect(() => seal.open(`${sealed.slice(0, -6)}AAAAAA`, 'sys_prop:sms')).toThrow('was changed')
    expect(() => seal.open(sealed.slice(0, -3), 'sys_prop:sms')).toThrow('was changed')
    expect(() => seal.open(sealed.slice(0, 30), 'sys_prop:sms')).toThrow('was changed')
    expect(() => seal.open('TOP-SECRET', 'sys_prop:sms')).toThrow('not sealed')
  })

  test('opens values of older keys and tells that they are stale', () => {
    const older = makeSeal([oldKey], siteKey).seal('TOP-SECRET', 'x')
    expect(seal.open(older, 'x')).toBe('TOP-SECRET')
    expect(seal.stale(older)).toBe(true)
    expect(seal.stale(seal.seal('TOP-SECRET', 'x'))).toBe(false)
    expect(() => makeSeal([newKey], siteKey).open(older, 'x')).toThrow(`sealed with the key ${keyIdOf(oldKey)}`)
    expect(sealedWith(older)).toBe(keyIdOf(oldKey))
  })

  test('gives one fingerprint for a text in a place, whichever key seals', () => {
    const print = seal.fingerprint('110101199003070011', 'sys_user:id_card')
    expect(print).toMatch(/^[\w-]{43}$/)
    expect(makeSeal([oldKey], siteKey).fingerprint('110101199003070011', 'sys_user:id_card')).toBe(print)
    expect(seal.fingerprint('110101199003070011', 'sys_real:id_card')).not.toBe(print)
    expect(makeSeal([newKey], newKey).fingerprint('110101199003070011', 'sys_user:id_card')).not.toBe(print)
  })
})

describe('the keys of a server', () => {
  let database: TestDatabase
  let db: Database
  let dataDir: string
  const open = (...sealKeys: Buffer[]) => openSeal(db, { sealKeys, dataDir })
  const openOwn = (folder = dataDir) => openSeal(db, { sealKeys: undefined, dataDir: folder })
  const stored = async () => (await db.selectFrom('sysSealKey').select('id').execute()).map(({ id }) => id).toSorted()

  beforeAll(async () => {
    database = await cloneDatabase()
    ;({ db } = openDatabase(database.url, { max: 4, onError: () => undefined }))
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })
  beforeEach(async () => {
    await db.deleteFrom('sysSealKey').execute()
    dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-test-'))
    return () => rm(dataDir, { recursive: true })
  })

  test('are made once in the data folder, readable by the server only', async () => {
    const [one, other] = await Promise.all([openOwn(), openOwn()])
    expect(other.open(one.seal('x', 'y'), 'y')).toBe('x')
    const file = join(dataDir, 'private', 'seal.key')
    expect([(await stat(file)).mode & 0o777, (await stat(join(dataDir, 'private'))).mode & 0o777]).toEqual([0o600, 0o700])
    expect(await readdir(join(dataDir, 'private'))).toEqual(['seal.key'])
    expect(await stored()).toEqual([one.keyId])
    const row = await db.selectFrom('sysSealKey').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain((await readFile(file, 'utf8')).trim())
  })

  test('of the environment go before the file, and none is made', async () => {
    expect((await open(newKey)).keyId).toBe(keyIdOf(newKey))
    expect(await readdir(dataDir)).toEqual([])
  })

  test('are refused when the database is sealed with another key', async () => {
    await open(oldKey)
    await expect(open(newKey)).rejects.toThrow(
      `sealed with the key ${keyIdOf(oldKey)}, but SEAL_KEYS has ${keyIdOf(newKey)}. Every server of a database needs the same keys`,
    )
    expect(await stored()).toEqual([keyIdOf(oldKey)])
  })

  test('are refused when the file is lost, and no other key is made in its place', async () => {
    await openOwn()
    await rm(join(dataDir, 'private', 'seal.key'))
    await expect(openOwn()).rejects.toThrow(/seal\.key has no key.*restore DATA_DIR\/private\/seal\.key from where it is kept/)
    expect(await readdir(join(dataDir, 'private'))).toEqual([])
  })

  test('are refused when the file is no key', async () => {
    await openOwn()
    const file = join(dataDir, 'private', 'seal.key')
    await chmod(file, 0o600)
    await writeFile(file, 'hush')
    await expect(openOwn()).rejects.toThrow(/seal\.key must hold one key: 32 bytes as base64/)
  })

  test('differ between two servers that start at the same time: one of them is refused', async () => {
    const both = await Promise.allSettled([open(oldKey), open(newKey)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('change without a change of fingerprints; the old key is needed until it is retired', async () => {
    const print = (await open(oldKey)).fingerprint('x', 'y')
    expect((await open(oldKey, newKey)).keyId).toBe(keyIdOf(oldKey))
    const seal = await open(newKey, oldKey)
    expect(seal.fingerprint('x', 'y')).toBe(print)
    await expect(open(oldKey)).rejects.toThrow(`sealed with the key ${keyIdOf(newKey)}`)
    await expect(open(newKey)).rejects.toThrow(`sealed with the key ${keyIdOf(oldKey)}`)
    expect(await retireKeys(db, seal)).toEqual([keyIdOf(oldKey)])
    expect((await open(newKey)).fingerprint('x', 'y')).toBe(print)
  })
})

test('a server with another key than its database does not start', async () => {
  const first = await startApp()
  try {
    expect(first.app.seal.open(first.app.seal.seal('x', 'y'), 'y')).toBe('x')
    const second = startApp({ databaseUrl: first.databaseUrl, env: { SEAL_KEYS: newKey.toString('base64') } })
    await expect(second).rejects.toThrow('Every server of a database needs the same keys')
  } finally {
    await first.close()
  }
})
