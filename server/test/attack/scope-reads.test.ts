// Data scopes: a call within a scope shows nothing of the people outside of it, in no list, figure or sheet.
import { apiToken } from '@shuyuan/contract/account/token/api-token.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { seededRandom } from '../../src/domains/paper/question/random.rules.ts'
import { served } from '../../src/domains.ts'
import { seedDemo } from '../../src/seed/demo.ts'
import { bodyOf } from '../fuzz/bodies.ts'
import { readIds } from '../fuzz/site.ts'
import { enrolWith, sharedApp } from '../people.ts'
import { sheetRows } from '../sheet-rows.ts'
import type { Person } from '../start-app.ts'

const BODIES = 6
const SEED = 7
const app = await sharedApp()
app.app.outgoing.request = () => Promise.reject(new Error('no network'))
await seedDemo(app.app)
const admin = await app.as('admin')
const tags = (await app.ok(apiToken.tags, {}, admin)).map((one) => one.tag)
const SEEN = 'A01A02'
// every learner's name and account tell whether they may be seen; certificates have a copy of the name
await sql`update sys_user set real_name = mark || id, user_name = mark || id from (select id as user_id,
  case when dept_code like ${`${SEEN}%`} then '看得见' else '看不见' end as mark from sys_user) as m where m.user_id = id and role_type = ${RoleType.learner}`.execute(
  app.db,
)
await sql`update cert_grant set real_name = u.real_name from sys_user u where u.id = user_id`.execute(app.db)

const callers = {
  'own branch': await enrolWith(app, { userName: 'of-branch', deptCode: SEEN }, tags, DataScope.branch),
  'chosen departments': await enrolWith(app, { userName: 'of-chosen', deptCode: 'A01A03' }, tags, DataScope.chosen, [SEEN]),
  'own data': await enrolWith(app, { userName: 'of-own', deptCode: SEEN }, tags, DataScope.own),
}
const reads = served.map((one) => one.endpoint).filter(({ kind, permit }) => kind === 'query' && permit !== '-')

/** The answer as text; a sheet by its cells. */
async function answerOf(path: string, body: unknown, who: Person): Promise<string> {
  const reply = await app.http.inject({ method: 'POST', url: path, headers: { token: who.token }, payload: body as object })
  const type = String(reply.headers['content-type'])
  return type.includes('spreadsheetml') ? JSON.stringify(await sheetRows(reply.rawPayload)) : reply.body
}

type Body = { params?: object } & object
/** The first rows in the usual order, without the filters but for those by id: others would leave no rows. */
function leastOf(input: z.ZodType, made: Body, keeps: RegExp): object {
  const fits = (one: object) => input.safeParse(one).success
  const pruned = (part: object, whole: (inner: object) => object) =>
    Object.keys(part).reduce<object>((rest, key) => {
      const { [key as never]: _gone, ...less } = rest
      return !keeps.test(key) && fits(whole(less)) ? less : rest
    }, part)
  const page = { ...made, current: 1, size: 100, orders: [] }
  const body: Body = fits(page) ? page : made
  const whole = (params: object) => ({ ...body, params })
  return body.params ? whole(pruned(body.params, whole)) : pruned(body, (inner) => inner)
}

type Call = { path: string; bodies: object[] }
const ids = await readIds(app)
/** Different bodies for these calls. */
function callsOf(seed: number, paths: ReadonlySet<string>): Call[] {
  const random = seededRandom(seed)
  return reads.flatMap(({ path, input }) => {
    const made = Array.from({ length: BODIES }, () => bodyOf(input, { random, idsFor: ids, path }) as Body)
    if (!paths.has(path)) return []
    const bodies = made.map((body, at) => leastOf(input, body, at === 0 ? /^$/ : /Id$/))
    return [{ path, bodies: [...new Map(bodies.map((body) => [JSON.stringify(body), body])).values()] }]
  })
}
const everyCall = callsOf(SEED, new Set(reads.map((one) => one.path)))

/** The paths of the calls whose answer names people within the scope, and people outside of it. */
async function shownTo(who: Person, calls = everyCall) {
  const seen = new Set<string>()
  const hidden = new Set<string>()
  for (const { path, bodies } of calls)
    for (const body of bodies) {
      const answer = await answerOf(path, body, who)
      if (answer.includes('看得见')) seen.add(path)
      if (answer.includes('看不见')) hidden.add(path)
    }
  return { seen: [...seen], hidden: [...hidden] }
}

test.each(['own branch', 'chosen departments'] as const)(
  '%s show their people, and no other people',
  { timeout: 300_000 },
  async (scope) => {
    const { seen, hidden } = await shownTo(callers[scope])
    expect(hidden).toEqual([])
    // the calls reach rows
    expect(seen).toEqual(expect.arrayContaining(['/api/sys/user/paging', '/api/paper/paper/paging', '/api/pay/order/paging']))
    expect(seen.length).toBeGreaterThan(7)
  },
)

test('own data show no other person', { timeout: 300_000 }, async () => {
  expect(await shownTo(callers['own data'])).toEqual({ seen: [], hidden: [] })
})

test('a reader of everything sees the people who are hidden from the others', async () => {
  const wanted = new Set(['/api/sys/user/paging', '/api/stat/course/user-paging'])
  // which ids are drawn depends on the rows of the demonstration, and not each course has such people
  for (let seed = SEED; seed < SEED + 5 && wanted.size > 0; seed++)
    for (const path of (await shownTo(admin, callsOf(seed, wanted))).hidden) wanted.delete(path)
  expect([...wanted]).toEqual([])
})
