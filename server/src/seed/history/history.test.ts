// The history of a demonstration: complete, twice the same, and nothing of it leaves the site.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import { seedDemo } from '../demo.ts'
import { addHistory } from './history.ts'

const app = await sharedApp({ env: { DEMO: 'true' } })
await seedDemo(app.app)
// one who tries the demonstration
const guest = await app.enrol({ userName: 'learnerguest', realName: '试用者' })
await addHistory(app.app)

/** Rows of the tables that the history fills. */
async function counts(): Promise<Record<string, number>> {
  const tables = ['paper', 'paper_answer', 'sys_user_day', 'sys_login_log', 'course_learn_day', 'pay_order', 'pay_refund', 'cert_grant']
  const more = [
    'battle',
    'activity_run',
    'train',
    'train_answer',
    'live_presence',
    'course_question',
    'qu_report',
    'notify_log',
    'exam_preset',
    'paper_track',
    'paper_mark',
    'paper_verdict',
    'paper_view',
  ]
  const found: Record<string, number> = {}
  for (const table of [...tables, ...more]) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(app.db)
    found[table] = rows[0]!.count
  }
  return found
}

test('every table has rows, and a second run adds none', async () => {
  const first = await counts()
  expect(Object.entries(first).filter(([, count]) => count === 0)).toEqual([])
  await addHistory(app.app)
  expect(await counts()).toEqual(first)
})

test('ninety days are counted, and none of their workdays is without people', async () => {
  const { rows } = await sql<{ days: number; empty: number }>`
    select count(*)::int as days, count(*) filter (where active_user = 0 and extract(isodow from day) < 6)::int as empty
    from stat_day where dept_code = '' and day > current_date - 90 and day < current_date`.execute(app.db)
  expect(rows[0]).toEqual({ days: 89, empty: 0 })
})

test('a day that begins later is filled by the next run, without its future', async () => {
  const before = app.clock.now()
  app.clock.set(new Date(before.getTime() + 2 * 86_400_000))
  await addHistory(app.app)
  const { rows } = await sql<{ added: number; late: number }>`
    select count(*) filter (where create_time > ${before})::int as added, count(*) filter (where create_time > ${app.clock.now()})::int as late
    from sys_login_log`.execute(app.db)
  expect(rows[0]!.added).toBeGreaterThan(0)
  expect(rows[0]!.late).toBe(0)
  app.clock.set(before)
})

test('each paper of the quiz has its own receipt, and answers that belong to its time', async () => {
  const { rows } = await sql<{ papers: number; receipts: number; strange: number }>`
    select count(distinct p.id)::int as papers, count(distinct p.receipt_no)::int as receipts,
      count(*) filter (where a.saved_at < p.start_time or a.saved_at > p.hand_time)::int as strange
    from paper p join paper_answer a on a.paper_id = p.id where p.title = '每日安全一问' and p.state = ${PaperState.done}`.execute(app.db)
  const [{ papers, receipts, strange }] = rows as [(typeof rows)[0]]
  expect(papers).toBeGreaterThan(100)
  expect({ receipts, strange }).toEqual({ receipts: papers, strange: 0 })
})

test('nothing is sent to other systems, by SMS or by mail', async () => {
  const { rows } = await sql<{ hooks: number; sms: number; channels: string[] }>`
    select (select count(*)::int from integrate_delivery) as hooks, (select count(*)::int from sys_sms_log) as sms,
      (select array_agg(distinct channel) from notify_log) as channels`.execute(app.db)
  expect(rows[0]).toEqual({ hooks: 0, sms: 0, channels: ['msg'] })
})

test('accounts that others have made get nothing', async () => {
  const { rows } = await sql<{ days: number; papers: number; orders: number; fresh: boolean }>`
    select (select count(*)::int from sys_login_log where user_id = u.id and ip like '10.8.%') as days,
      (select count(*)::int from paper where user_id = u.id) as papers, (select count(*)::int from pay_order where user_id = u.id) as orders,
      create_time > now() - interval '1 day' as fresh from sys_user u where id = ${guest.id}::bigint`.execute(app.db)
  expect(rows).toEqual([{ days: 0, papers: 0, orders: 0, fresh: true }])
})

test('a demonstration of an earlier version is left as it is', async () => {
  await app.db.deleteFrom('sysConfig').where('key', 'in', ['demo.school', 'demo.history', 'demo.history.reports']).execute()
  const first = await counts()
  await addHistory(app.app)
  expect(await counts()).toEqual(first)
})

test('the recorded exam has recordings of each state and verdict, whose films lie within their papers', async () => {
  const { rows } = await sql<{ states: number[]; verdicts: number[]; tracks: number; outside: number }>`
    select array_agg(distinct r.state order by r.state) as states, array_agg(distinct r.verdict order by r.verdict) as verdicts,
      count(distinct t.track)::int as tracks,
      count(*) filter (where t.start_time < p.start_time or t.last_time > p.hand_time or t.clusters = '')::int as outside
    from paper_record r join paper p on p.id = r.paper_id join paper_track t on t.paper_id = r.paper_id`.execute(app.db)
  expect(rows[0]).toEqual({ states: [RecordState.complete, RecordState.partial], verdicts: [0, 1, 2, 3], tracks: 3, outside: 0 })
})
