// What an administrator finds in the lists of a demonstration: rows, or a reason why there are none; and the same on every new site.
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { examSimilar } from '@shuyuan/contract/stat/similar.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { declaredLists } from '../../../../bench/lists/declared.ts'
import { code } from '../../../test/refusal.ts'
import { sharedApp } from '../../../test/people.ts'
import type { TestApp } from '../../../test/start-app.ts'
import { seedDemo } from '../demo.ts'
import { addHistory } from './history.ts'

const app = await sharedApp({ env: { DEMO: 'true' } })
const filled = async (one: TestApp) => {
  await seedDemo(one.app)
  await addHistory(one.app)
}
await filled(app)
const admin = await app.as('admin')

const ofOne = 'it is of one activity, exam or room, which the page names'
const noFaces = 'a demonstration has no faces of people'
const noOthers = 'no other system is connected'
/** Lists that may be empty, and why. */
const reasons: Record<string, string> = {
  '/api/activity/activity/rank-paging': ofOne,
  '/api/assist/questions/runs': 'drafts of questions belong to the caller, for some days',
  '/api/course/face/capture-paging': noFaces,
  '/api/course/face/face-paging': noFaces,
  '/api/exam/override/list': ofOne,
  '/api/integrate/delivery/paging': noOthers,
  '/api/integrate/hook/paging': noOthers,
  '/api/integrate/lti-platform/paging': noOthers,
  '/api/integrate/lti-roster/paging': noOthers,
  '/api/integrate/tool-link/paging': noOthers,
  '/api/integrate/tool-link/results': noOthers,
  '/api/integrate/tool/paging': noOthers,
  '/api/live/room/attendance': ofOne,
  '/api/paper/late/paging': 'no answer came too late',
  '/api/pay/bill/paging': 'bills come from the payment providers',
  '/api/qu/import/paging': 'an import belongs to the caller, until it is finished',
  '/api/sys/api-token/paging': 'a token is a secret of those who use it',
  '/api/sys/backup/paging': 'a backup is made at night',
  '/api/sys/directory/paging': noOthers,
  '/api/sys/directory/row': noOthers,
  '/api/sys/face/paging': noFaces,
  '/api/sys/sms-log/paging': 'nothing is sent by SMS',
  '/api/sys/user/real/paging': 'no identity of a person is made up',
}

test('each list of the back office has rows, or a reason', async () => {
  const empty: string[] = []
  const full: string[] = []
  for (const endpoint of declaredLists()) {
    // own things of the caller
    if (endpoint.permit === 'any') continue
    const reply = await app.call(endpoint, { current: 1, size: 10, params: {} }, admin)
    if (reply.code === code('notFound')) continue
    expect(reply.code, endpoint.path).toBe(0)
    const isEmpty = (reply.data as { records: unknown[] }).records.length === 0
    ;(isEmpty ? empty : full).push(endpoint.path)
  }
  expect(empty.filter((path) => !(path in reasons))).toEqual([])
  // a reason that no longer holds
  expect(full.filter((path) => path in reasons)).toEqual([])
  const paths = new Set(declaredLists().map((one) => one.path))
  expect(Object.keys(reasons).filter((path) => !paths.has(path))).toEqual([])
})

test('the comparison of papers shows the pair that was planted, and no other', async () => {
  const exam = await app.db.selectFrom('examSimilar').select(['examId', 'papers']).executeTakeFirstOrThrow()
  expect(exam.papers).toBeGreaterThanOrEqual(30)
  const { records } = await app.ok(examSimilar.paging, { params: { examId: exam.examId } }, admin)
  expect(records.map((one) => [one.a.realName, one.b.realName].toSorted())).toEqual([['何俊杰', '林嘉豪']])
})

test('applications wait, were approved and rejected', async () => {
  const rows = await app.db.selectFrom('examApply').orderBy('id').select('auditState').execute()
  const { approved, rejected, waiting } = AuditState
  expect(rows.map((one) => one.auditState)).toEqual([approved, approved, rejected, waiting])
})

test('a learner of a firm can begin: their profile is complete', async () => {
  expect(await app.ok(user.isComplete, {}, await app.as('learner51'))).toMatchObject({ complete: true })
})

test('the head of a firm sees its own people alone', async () => {
  const head = await app.as('wenrenjing')
  const { records } = await app.ok(user.paging, { current: 1, size: 100, params: {} }, head)
  expect(records).toHaveLength(18)
  expect(records.every((one) => one.deptCode.startsWith(records[0]!.deptCode.slice(0, 6)))).toBe(true)
})

test('ten courses have covers, and packages that can be played', async () => {
  const courses = await app.db.selectFrom('course').select(['cover', 'draft']).execute()
  expect(courses).toHaveLength(10)
  expect(courses.filter((one) => one.draft)).toHaveLength(1)
  for (const { cover } of courses) expect((await app.http.inject(cover)).headers['content-type']).toBe('image/png')
  const packages = await app.db.selectFrom('courseScormPackage').select('version').execute()
  expect(packages).toEqual([{ version: '1.2' }, { version: '1.2' }])
})

/** What depends on no drawn question: papers of a random draw are answered by chance. */
const tables = [
  'sys_user',
  'sys_depart',
  'sys_login_log',
  'repo',
  'qu',
  'tmpl',
  'exam',
  'exam_apply',
  'paper',
  'train',
  'battle',
  'activity_run',
  'course',
  'course_file',
  'course_learn',
  'course_learn_day',
  'course_work_hand',
  'live_presence',
  'notify_plan',
  'pay_order',
  'sys_bin',
  'sys_log',
]
async function rowsOf({ db }: TestApp): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const name of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(db)
    found[name] = rows[0]!.count
  }
  return found
}

test('a second site that begins at the same time has as many rows', async () => {
  const other = await sharedApp({ env: { DEMO: 'true' } })
  other.clock.set(app.clock.now())
  await filled(other)
  expect(await rowsOf(other)).toEqual(await rowsOf(app))
}, 300_000)
