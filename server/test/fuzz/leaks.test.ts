// The detector of leaks: it finds the marks in answers that do show them, as a faulty endpoint would.
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../start-app.ts'
import { leaksIn, marks } from './leaks.ts'
import { prepareSite, type Site, signIn } from './site.ts'

describe('answers that an administrator may see, given to a learner', () => {
  let site: Site
  let app: TestApp & { drop: () => Promise<void> }
  let admin: string
  beforeAll(async () => {
    site = await prepareSite()
    app = await site.open()
    admin = await signIn(app, 'administrator')
  }, 120_000)
  afterAll(async () => {
    await app.close()
    await app.drop()
    await site.close()
  })
  test('the key of an open exam', async () => {
    const bodies = await app.db.selectFrom('qu').select(['id', 'body']).execute()
    const { id } = bodies.find((row) => JSON.stringify(row.body).includes(marks.key))!
    const answer = JSON.stringify(await app.ok(qu.detail, { id }, admin))
    expect(leaksIn(answer, 'learner')).toEqual(['answer key of an open exam'])
    expect(leaksIn(answer, 'administrator')).toEqual([])
  })

  test('mobile number and address of another learner', async () => {
    const answer = JSON.stringify(await app.ok(user.paging, { params: { userName: 'fuzz-victim' } }, admin))
    expect(leaksIn(answer, 'learner')).toEqual(['mobile number of another learner', 'address of another learner'])
  })

  test('the answer of another learner', async () => {
    const rows = await app.db.selectFrom('paperAnswer').select('answer').execute()
    expect(leaksIn(JSON.stringify(rows), 'visitor')).toEqual(['answer of another learner'])
  })

  test('secrets, whoever asks', async () => {
    const stored = await app.db.selectFrom('sysProp').where('type', '=', 'live').select('data').executeTakeFirstOrThrow()
    const { password } = await app.db
      .selectFrom('sysUser')
      .where('userName', '=', 'admin')
      .select('passwordHash as password')
      .executeTakeFirstOrThrow()
    expect(leaksIn(`{"data":${JSON.stringify(stored.data)}}`, 'administrator')).toEqual(['sealed value'])
    expect(leaksIn(JSON.stringify({ password }), 'administrator')).toEqual(['password hash'])
    expect(leaksIn(JSON.stringify(await app.ok(configProp.detail, { type: 'live', provider: 'aliyun' }, admin)), 'administrator')).toEqual(
      [],
    )
  })
})

test.each([
  ['stack trace', 'Error: x\n    at run (file:///srv/app.ts:1:2)'],
  ['SQL or its error', 'insert violates foreign key constraint "x"'],
  ['sealed value', 'seal1.1b12fcbb2d447481.abc'],
  ['secret of a provider', `{"pushKey":"${marks.provider}"}`],
])('%s is found in any answer', (what, answer) => {
  expect(leaksIn(answer, 'administrator')).toEqual([what])
})
