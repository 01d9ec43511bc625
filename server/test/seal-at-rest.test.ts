// Values from before they were sealed are sealed at the start; a rotation seals them with another key; a lost key can be given up.
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeExam } from '../src/domains/exam/exam.factory.ts'
import { passwordOf } from '../src/domains/exam/entry/password.service.ts'
import { makeBank } from '../src/domains/qu/qu.factory.ts'
import { activeProp } from '../src/domains/site/provider/prop.service.ts'
import { openSecret, sealSecret } from '../src/domains/account/code/totp-seal.service.ts'
import { makeTmpl } from '../src/domains/tmpl/tmpl.factory.ts'
import { sealedPlaces } from '../src/domains.ts'
import { readConfig } from '../src/kernel/config.ts'
import { discardLost, rotate } from '../src/kernel/sealed/seal-rotation.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { cloneDatabase, createDatabase, type TestDatabase } from './database.ts'
import { startApp, TEST_SEAL_KEY, type TestApp } from './start-app.ts'

const newKey = Buffer.alloc(32, 'new').toString('base64')
const number = '11010519491231002X'
const config = (...keys: string[]) => readConfig({ SEAL_KEYS: keys.join(',') })
const env = (...keys: string[]) => ({ SEAL_KEYS: keys.join(',') })

/** The columns of all tables in which a text occurs: a place that `sealedPlaces` lacks is found here. */
async function columnsWith(db: TestApp['db'], text: string): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`select table_name as table, column_name as column
    from information_schema.columns where table_schema = 'public' and data_type in ('text', 'jsonb', 'json')`.execute(db)
  expect(rows.length).toBeGreaterThan(100)
  const found: string[] = []
  for (const { table, column } of rows) {
    const hit = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)}::text like ${`%${text}%`} limit 1`.execute(db)
    if (hit.rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

describe('a database from before values were sealed', () => {
  let app: TestApp
  let examId: string
  let userId: string
  const stored = async () => ({
    exam: await app.db.selectFrom('exam').where('id', '=', examId).select(['id', 'password']).executeTakeFirstOrThrow(),
    person: await app.db.selectFrom('sysUser').where('id', '=', userId).select(['idCard', 'idCardPrint']).executeTakeFirstOrThrow(),
    real: await app.db.selectFrom('sysReal').where('userId', '=', userId).select(['idCard', 'idCardPrint']).executeTakeFirstOrThrow(),
    prop: (await app.db.selectFrom('sysProp').where('type', '=', 'live').select('data').executeTakeFirstOrThrow()).data as Record<
      string,
      string
    >,
  })
  const secrets = async () => {
    const { exam, person, real, prop } = await stored()
    return [exam.password, person.idCard, real.idCard, prop.pushKey ?? '', prop.pullKey ?? '']
  }
  /** Starts a server, reads every value through it, and stops it. */
  const readsAll = async (...keys: string[]) => {
    const server = await startApp({ databaseUrl: app.databaseUrl, env: env(...keys) })
    try {
      const admin = await server.as('admin')
      expect(await server.ok(user.detail, { id: userId }, admin)).toMatchObject({ idCard: number })
      expect(passwordOf(server.app, (await stored()).exam)).toBe('Open-Sesame')
      expect(await activeProp(server.ctx(), 'live')).toMatchObject({ data: { pushKey: 'push-secret', pullKey: '' } })
      const { secret } = await server.db.selectFrom('sysTotp').where('userId', '=', userId).select('secret').executeTakeFirstOrThrow()
      expect(openSecret(server.app, userId, secret)).toBe('JBSWY3DPEHPK3PXP')
    } finally {
      await server.close()
    }
  }

  beforeAll(async () => {
    app = await startApp()
    ;({ id: userId } = await app.enrol({ userName: 'old' }))
    const { repoId } = await makeBank(app.ctx(), { single: 1 })
    const draws = [{ repoId, quType: QuType.single, level: null, chapterId: '', count: 1, perScore: 100 }]
    const tmplId = await makeTmpl(app.ctx(), { groups: [{ title: '单选', mode: 'draw', draws, quList: [] }] })
    examId = await makeExam(app.ctx(), { tmplId })
    await app.db.updateTable('exam').set({ openType: ExamOpenType.password, password: 'Open-Sesame' }).where('id', '=', examId).execute()
    await app.db.updateTable('sysUser').set({ idCard: number }).where('id', '=', userId).execute()
    const facts = { realName: '老', face: '', sex: '男', age: 70, birthday: '1949-12-31', domicileAddress: '北京', contactWay: '' }
    await app.db
      .insertInto('sysReal')
      .values({ userId, idCard: number, ...facts })
      .execute()
    const data = JSON.stringify({ pushDomain: 'a.example', pushKey: 'push-secret', pullDomain: 'b.example', pullKey: '' })
    await app.db
      .insertInto('sysTotp')
      .values({ userId, secret: sealSecret(app.app, userId, 'JBSWY3DPEHPK3PXP') })
      .execute()
    await app.db.insertInto('sysProp').values({ type: 'live', provider: 'aliyun', data, active: true }).execute()
  })
  afterAll(() => app.close())

  test('is read while its values are plain', async () => {
    const admin = await app.as('admin')
    expect(await app.ok(user.detail, { id: userId }, admin)).toMatchObject({ idCard: number })
    expect(await app.ok(configProp.detail, { type: 'live' }, admin)).toMatchObject({ data: { pushKey: '******', pullKey: '' } })
  })

  test('is sealed when servers start, also two at once, and values stay readable', async () => {
    const both = await Promise.all([1, 2].map(() => startApp({ databaseUrl: app.databaseUrl })))
    for (const one of both) await one.close()
    const { person, real, prop } = await stored()
    expect(JSON.stringify(await stored())).not.toMatch(/Open-Sesame|push-secret|002X/)
    expect(prop).toMatchObject({ pushDomain: 'a.example', pullKey: '' })
    expect(person.idCardPrint).toBe(app.app.seal.fingerprint(number, 'id_card'))
    expect(real.idCardPrint).toBe(person.idCardPrint)
    const before = await secrets()
    await readsAll(TEST_SEAL_KEY)
    // sealed values are not written again
    expect(await secrets()).toEqual(before)
  })

  test('is sealed with another key by a rotation, after which the old key is not needed', async () => {
    await readsAll(newKey, TEST_SEAL_KEY)
    const message = await rotate(app.db, config(newKey, TEST_SEAL_KEY), sealedPlaces)
    expect(message).toContain('5 values were sealed with the key')
    expect(await columnsWith(app.db, `seal1.${app.app.seal.keyId}.`)).toEqual([])
    for (const one of (await secrets()).filter((value) => value !== '')) expect(app.app.seal.stale(one)).toBe(true)
    await readsAll(newKey)
    expect(await rotate(app.db, config(newKey), sealedPlaces)).toContain('0 values were sealed')
    await expect(readsAll(TEST_SEAL_KEY)).rejects.toThrow('Every server of a database needs the same keys')
  })

  test('gives up values whose key is lost, and starts again', async () => {
    expect(await discardLost(app.db, config(TEST_SEAL_KEY), sealedPlaces)).toContain('5 values were emptied')
    expect(await secrets()).toEqual(['', '', '', '', ''])
    const server = await startApp({ databaseUrl: app.databaseUrl })
    expect(await activeProp(server.ctx(), 'live')).toBeUndefined()
    expect(await server.db.selectFrom('sysTotp').selectAll().execute()).toEqual([])
    await server.close()
  })
})

test('no table but those of sealed values holds settings of providers', async () => {
  const database = await cloneDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('pay_config') as clear, to_regclass('sys_prop') as sealed")
    expect(rows).toEqual([{ clear: null, sealed: 'sys_prop' }])
  } finally {
    await client.end()
    await database.drop()
  }
})

describe('merchant accounts that were stored twice', () => {
  let database: TestDatabase
  let client: pg.Client
  beforeAll(async () => {
    database = await createDatabase('template0')
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  test('become one: the used ones win, and settings that only the provider had stay', async () => {
    await client.query(`
      create table sys_prop (type text, provider text, data jsonb not null, remark text not null default '', active boolean not null default false,
        update_time timestamptz not null default now(), primary key (type, provider));
      create unique index sys_prop_active on sys_prop (type) where active;
      create table pay_config (name text primary key, enabled boolean not null default false, data jsonb not null default '{}',
        update_time timestamptz not null default now());
      insert into sys_prop (type, provider, data, active) values
        ('pay', 'wechat', '{"mchId": "unused"}', true), ('pay', 'paypal', '{"clientId": "only"}', false), ('pay', 'alipay', '{"appId": "kept"}', false),
        ('sms', 'local', '{}', true);
      insert into pay_config (name, enabled, data) values
        ('wechat', true, '{"mchId": "used"}'), ('alipay', false, '{}'), ('points', true, '{}');`)
    await client.query(await readFile(join(import.meta.dirname, '../migrations/20261126010100_pay_account.sql'), 'utf8'))
    const { rows } = await client.query('select type, provider, data, active from sys_prop order by type, provider')
    expect(rows).toEqual([
      { type: 'pay', provider: 'alipay', data: { appId: 'kept' }, active: false },
      { type: 'pay', provider: 'paypal', data: { clientId: 'only' }, active: false },
      { type: 'pay', provider: 'points', data: {}, active: true },
      { type: 'pay', provider: 'wechat', data: { mchId: 'used' }, active: true },
      { type: 'sms', provider: 'local', data: {}, active: true },
    ])
  })
})
