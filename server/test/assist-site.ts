// A site whose assistant is a stand-in for a model: switched on, with what was sent and what is answered. After the last test of a file every
// request is read, and none may name a person.
import { assistConfig, assistSettings } from '@shuyuan/contract/assist/assist.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { pausesOf } from '../src/domains/assist/ledger/assistant.service.ts'
import { type Answer, byLetters, type Direct, startModelStandIn } from './model-stand-in.ts'
import { enrolCast, type Name, sharedApp } from './people.ts'
import { STUB_ENV } from './provider-stub.ts'
import type { TestApp } from './start-app.ts'

/** Ids that no number of a text resembles. */
const FIRST_ID = 730_000_001
const numbered = ['sys_user', 'paper', 'paper_review_task', 'paper_rubric', 'exam', 'qu', 'repo', 'course', 'course_file', 'assist_run']

/** What names a person of the site, as it stands in their row. */
async function namesOf({ db }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('sysUser').select(['realName', 'userName', 'mobile', 'email']).execute()
  return rows.flatMap((row) => Object.values(row)).flatMap((one) => (one !== null && one.length >= 2 ? [one] : []))
}
const word = (name: string) => new RegExp(`(?<![a-z0-9])${name.replaceAll(/[.+*?^$()[\]{}|\\]/g, '\\$&')}(?![a-z0-9])`, 'i')

/** @param names as of `startWith` */
export const startAssist = <N extends Name>(...names: N[]) => startAssistWith({}, ...names)

/** As startAssist, with further variables of the server. */
export async function startAssistWith<N extends Name>(env: Record<string, string>, ...names: N[]) {
  let reply: Answer = () => '{}'
  let direct: Direct | undefined
  const standIn = await startModelStandIn(
    (body) => reply(body),
    (text) => (direct ?? byLetters)(text),
  )
  const app = await sharedApp({ env: { ...STUB_ENV, ...env } })
  for (const table of numbered) await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit(FIRST_ID)}`.execute(app.db)
  const people = await enrolCast(app, names)
  await sql`update sys_user set mobile = '139' || right(id::text, 8), email = user_name || '@shuyuan.example' where id >= ${FIRST_ID}`.execute(
    app.db,
  )
  pausesOf(app.app).waitFor = async () => undefined
  const { admin } = people
  afterAll(async () => {
    const persons = await namesOf(app)
    for (const { body, headers } of standIn.calls) {
      expect(persons.filter((one) => word(one).test(body))).toEqual([])
      expect(body, 'no id').not.toMatch(/(?<!\d)7300000\d\d(?!\d)/)
      expect(Object.keys(headers).filter((one) => /cookie|token|referer|x-/.test(one))).toEqual([])
    }
    await standIn.close()
  })
  const use = (provider: string, data: Record<string, unknown> = {}) =>
    app.ok(configProp.change, { type: 'model', provider, data, remark: '' }, admin)
  return {
    app,
    ...people,
    /** Requests so far. */
    calls: standIn.calls,
    url: standIn.url,
    use,
    /** Switches uses on, all others off. */
    on: (settings: object) => app.ok(assistConfig.save, assistSettings.parse(settings), admin),
    useRules: () => use('rules'),
    useVendor: (vendor = 'openai', more: object = {}) =>
      use('other', { baseUrl: `${standIn.url}/${vendor}/v1`, apiKey: 'sk-of-the-site', model: 'some-model', ...more }),
    /** What the model answers from now on: a text, or a value as JSON. */
    answer: (value: unknown) => void (reply = () => (typeof value === 'string' ? value : JSON.stringify(value))),
    /** The direction of each text from now on. */
    directBy: (by: Direct) => void (direct = by),
    answerBy: (by: Answer) => void (reply = by),
    /** How many requests were sent so far. */
    sentSoFar: () => standIn.calls.length,
    /** The bodies of requests after the first `before`. */
    sentAfter: (before: number) =>
      standIn.calls
        .slice(before)
        .map((one) => one.body)
        .join('\n'),
  }
}
