// Uploads without references: what counts as a reference, and when a file is removed.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { sweepUnused } from './unused.service.ts'

const { app, ann, admin } = await startWith('ann')
const DAY = 86_400
const path = (url: string) => join(app.app.storage.root, url.replace('/files/', ''))
let number = 0

/** An upload that is so many days old. */
async function upload(days: number): Promise<string> {
  const url = `/files/202611/${(number++).toString(16).padStart(32, '0')}.png`
  await mkdir(join(app.app.storage.root, '202611'), { recursive: true })
  await writeFile(path(url), 'png')
  const createTime = new Date(app.clock.now().getTime() - days * DAY * 1_000)
  await app.db
    .insertInto('commonFile')
    .values({ ownerId: ann.id, name: 'a', size: 3, type: 'image/png', scene: 'editor', url, createTime })
    .execute()
  return url
}
const exists = (url: string) => existsSync(path(url))
const sweep = () => sweepUnused(app.app)
beforeEach(() => app.db.deleteFrom('commonFile').execute())

test('a file without references goes after the age, a first run and a week', async () => {
  const [old, young] = [await upload(31), await upload(29)]
  expect(await sweep()).toEqual({ unused: 1, bytes: 3, removed: 0 })
  app.clock.advance(6 * DAY)
  expect((await sweep()).removed).toBe(0)
  expect([exists(old), exists(young)]).toEqual([true, true])
  app.clock.advance(DAY + 1)
  expect((await sweep()).removed).toBe(1)
  expect([exists(old), exists(young)]).toEqual([false, true])
  expect(await app.db.selectFrom('commonFile').select('url').execute()).toEqual([{ url: young }])
})

test('a file that is used again meanwhile stays, and its week begins anew', async () => {
  const url = await upload(40)
  await sweep()
  await app.db.updateTable('sysUser').set({ avatar: url }).where('id', '=', ann.id).execute()
  app.clock.advance(8 * DAY)
  expect(await sweep()).toEqual({ unused: 0, bytes: 0, removed: 0 })
  await app.db.updateTable('sysUser').set({ avatar: '' }).where('id', '=', ann.id).execute()
  expect(await sweep()).toEqual({ unused: 1, bytes: 3, removed: 0 })
  expect(exists(url)).toBe(true)
})

test.each<[string, (url: string) => Promise<unknown>]>([
  [
    'in a rich text',
    (url) => sql`update sys_user set business_address = ${`<p>如图：<img src="${url}"></p>`} where id = ${ann.id}`.execute(app.db),
  ],
  [
    'under an absolute address',
    (url) =>
      app.db
        .updateTable('sysUser')
        .set({ avatar: `https://old.example${url}` })
        .where('id', '=', ann.id)
        .execute(),
  ],
  [
    'within JSON',
    (url) =>
      sql`insert into sys_config (key, data, update_time) values ('site', ${JSON.stringify({ a: [{ b: `x ${url.replaceAll('/', '\\/')} y` }] })}::jsonb, now())
     on conflict (key) do update set data = excluded.data`.execute(app.db),
  ],
])('a reference %s counts', async (_where, refer) => {
  const url = await upload(40)
  await refer(url)
  expect((await sweep()).unused).toBe(0)
})

test('what was written into the log is no reference', async () => {
  await upload(40)
  await sql`insert into sys_log (user_id, path, title, input) select ${admin.id}, '', '', jsonb_build_object('url', url) from common_file`.execute(
    app.db,
  )
  expect((await sweep()).unused).toBe(1)
})

test('with 0 days nothing is removed, and all are counted', async () => {
  app.app.config.unusedFilesDays = 0
  const url = await upload(400)
  await sweep()
  app.clock.advance(30 * DAY)
  expect(await sweep()).toMatchObject({ unused: 1, removed: 0 })
  expect(exists(url)).toBe(true)
  app.app.config.unusedFilesDays = 30
})
