import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { examStat } from '@shuyuan/contract/stat/exam.ts'
import { totalExam } from '@shuyuan/contract/stat/exam-total.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { readXlsx } from 'hucre/xlsx'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { handIn, startPaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { readSheet } from '../../../kernel/sheet/spreadsheet.ts'
import { choose, makeFixedExam } from '../../paper/fixed.factory.ts'
import { runFixes } from '../../paper/fix/fix-run.service.ts'
import { recordMissed } from '../../paper/admission/absent.service.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'

const people: Person[] = []
/** Answers of six candidates to four single choices, whose right option is A; a dot is a blank answer. */
const sheets = ['AAAA', 'AAAB', 'AABB', 'ABBB', 'BBC.', 'BC..']

const { app, admin } = await startWith()
app.clock.avoidMidnight()
const top = await rootDepart(app.db)
const region = await makeDepart(app.db, top.deptCode, '华东区')
const north = await makeDepart(app.db, region, '北店')
const south = await makeDepart(app.db, region, '南店')
for (const at of sheets.keys()) {
  people.push(await app.enrol({ userName: `p${at}`, realName: `考生${at}`, deptCode: at < 3 ? north : south }))
}
await makeUser(app.db, { userName: 'absent', realName: '缺席', deptCode: south })
const head = await app.enrol({ userName: 'head', roleType: RoleType.staff, roles: ['部门管理员'], deptCode: north })
const { examId, ...bank } = await makeFixedExam(app.ctx(), { single: 4 }, { openType: ExamOpenType.departs, deptCodes: [region] })
let { quIds } = bank
for (const [at, sheet] of sheets.entries()) await sit(examId, people[at]!, sheet)

const exported = (id: string, who: Person) =>
  app.http.inject({ method: 'POST', url: examStat.export.path, headers: { token: who.token }, payload: { examId: id } })
const sheetOf = async (file: Buffer, at: number) => (await readXlsx(file)).sheets[at]!.rows

async function sit(id: string, who: Person, sheet: string) {
  const opened = await startPaper(app, who, id)
  app.clock.advance(60)
  await handIn(app, who, opened.id, (key) => {
    const tag = sheet[quIds.indexOf(key.quId)] ?? 'A'
    return tag === '.' ? undefined : choose(key, tag)
  })
}

describe('the overview', () => {
  test('counts candidates and papers, and computes the figures of the scores', async () => {
    const found = await app.ok(examStat.overview, { examId }, admin.token)
    expect(found).toMatchObject({
      required: 7,
      sat: 6,
      absent: 0,
      awaited: 1,
      sitting: 0,
      handed: 6,
      waiting: 0,
      totalScore: 8,
      passScore: 4,
    })
    // 8 6 4 2 0 0: mean 3.33, median 3, Σ(x−x̄)² = 120 − 400/6 = 53.33, /5 = 10.67, root 3.27; 4 and more pass
    expect(found).toMatchObject({ count: 6, mean: 3.33, median: 3, deviation: 3.27, highest: 8, lowest: 0, passed: 3, passRate: 0.5 })
    expect(found.spread.map((one) => [one.from, one.to, one.count])).toEqual([
      [0, 4.8, 4],
      [4.8, 5.6, 0],
      [5.6, 6.4, 1],
      [6.4, 7.2, 0],
      [7.2, 8, 1],
    ])
    expect(found.handTimes.reduce((sum, one) => sum + one.count, 0)).toBe(6)
  })

  test('uses the given score bands, else those of the exam, else the usual ones', async () => {
    const { spread } = await app.ok(examStat.overview, { examId, cuts: [4, 2] }, admin.token)
    expect(spread.map((one) => one.count)).toEqual([2, 1, 3])
    const bandsOf = (scoreBands: string) => app.db.updateTable('exam').set({ scoreBands }).where('id', '=', examId).execute()
    const counts = async () =>
      (await app.ok(examStat.overview, { examId }, admin.token)).spread.map(({ from, to, count }) => [from, to, count])
    await bandsOf('6;2~4')
    expect(await counts()).toEqual([
      [0, 2, 2],
      [2, 4, 1],
      [4, 6, 1],
      [6, 8, 2],
    ])
    await bandsOf('')
    expect(await counts()).toHaveLength(5)
    expect(await app.call(examStat.overview, { examId, cuts: [-1] }, admin.token)).toEqual(refusal('badInput'))
  })

  test('compares departments with their branches', async () => {
    const { departments } = await app.ok(examStat.overview, { examId }, admin.token)
    const of = (name: string) => departments.find((one) => one.deptName === name)
    expect(of('华东区')).toMatchObject({ required: 7, people: 6, count: 6, mean: 3.33 })
    expect(of('北店')).toMatchObject({ required: 3, people: 3, mean: 6, passRate: 1, parentCode: expect.any(String) })
    expect(of('南店')).toMatchObject({ required: 4, people: 3, mean: 0.67, passRate: 0, highest: 2 })
    const { count, required } = await app.ok(examStat.overview, { examId, deptCode: south }, admin.token)
    expect([count, required]).toEqual([3, 4])
  })

  test('is limited to the caller’s data scope', async () => {
    const found = await app.ok(examStat.overview, { examId }, head.token)
    expect(found).toMatchObject({ required: 3, sat: 3, absent: 0, count: 3, mean: 6 })
    expect(found.departments.find((one) => one.deptName === '南店')).toBeUndefined()
    expect((await app.ok(examStat['qu-analysis'], { examId }, head.token)).papers).toBe(3)
    // answer times of candidates outside the scope do not count either
    const { id: paperId } = await app.db
      .selectFrom('paper')
      .where('examId', '=', examId)
      .where('userId', '=', people[5]!.id)
      .select('id')
      .executeTakeFirstOrThrow()
    await app.db.insertInto('paperQuTime').values({ paperId, quId: quIds[0]!, seconds: 30 }).execute()
    const secondsFor = async (who: Person) =>
      (await app.ok(examStat['qu-analysis'], { examId }, who.token)).questions.find((one) => one.quId === quIds[0])!.seconds
    expect([await secondsFor(admin), await secondsFor(head)]).toEqual([30, null])
    // a department outside the scope gives nothing
    expect(await app.ok(examStat.overview, { examId, deptCode: south }, head.token)).toMatchObject({ required: 0, sat: 0, count: 0 })
    expect((await app.ok(fix['log-paging'], {}, head.token)).records.every((row) => row.deptCode_dictText === '北店')).toBe(true)
    const file = await exported(examId, head)
    expect(await sheetOf(file.rawPayload, 1)).toHaveLength(4)
    expect(await app.call(examStat.overview, { examId }, people[0]!.token)).toEqual(refusal('forbidden'))
    expect(await app.call(examStat.overview, { examId: '999' }, admin.token)).toEqual(refusal('notFound'))
  })
})

describe('the analysis of questions', () => {
  test('computes difficulty, discrimination, options, blanks and reliability', async () => {
    const found = await app.ok(examStat['qu-analysis'], { examId }, admin.token)
    // 27 % of six are two: the upper AAAA, AAAB; the lower two both 0, BBC. and BC..
    expect(found).toMatchObject({ papers: 6, groupSize: 2 })
    const [q1, q2, q3, q4] = quIds.map((quId) => found.questions.find((one) => one.quId === quId)!)
    expect(q1).toMatchObject({ count: 6, difficulty: 0.6667, discrimination: 1, rightRate: 0.6667, blankRate: 0, mean: 1.33, maxScore: 2 })
    expect(q2).toMatchObject({ difficulty: 0.5, discrimination: 1 })
    expect(q3).toMatchObject({ difficulty: 0.3333, discrimination: 1, blankRate: 0.1667 })
    expect(q4).toMatchObject({ difficulty: 0.1667, discrimination: 0.5, blankRate: 0.3333 })
    // the rest of the others, in questions: right 3 2 1 0, wrong 0 0. Means 1.5 and 0, deviation √(14/6 − 1) = 1.1547, √(2/3·1/3) = 0.4714
    expect(q1!.correlation).toBeCloseTo((1.5 / 1.154_7) * 0.471_4, 3)
    expect(q1!.options.map((one) => [one.tag, one.isRight, one.count, one.strong, one.weak])).toEqual([
      ['A', true, 4, 1, 0],
      ['B', false, 2, 0, 1],
      ['C', false, 0, 0, 0],
      ['D', false, 0, 0, 0],
    ])
    // in questions: Σσ² = 8/36 + 9/36 + 8/36 + 5/36 = 30/36; totals 4 3 2 1 0 0: 30/6 − (10/6)² = 80/36; 4/3·(1 − 30/80) = 0.8333
    expect(found.alpha).toBe(0.8333)
  })

  test('marks a question whose key was changed while the exam went on, and shows both keys', async () => {
    const other = await makeFixedExam(app.ctx(), { single: 2 })
    quIds = other.quIds
    await sit(other.examId, people[0]!, 'AA')
    const { chapterId_dictText: _chapter, repoId_dictText: _repo, ...stored } = await app.ok(qu.detail, { id: quIds[0]! }, admin.token)
    const options = stored.body.options!.map((one) => ({ ...one, isRight: one.tag === 'B' }))
    await app.ok(qu.save, { ...stored, body: { ...stored.body, options } }, admin.token)
    await sit(other.examId, people[1]!, 'BA')
    const { questions } = await app.ok(examStat['qu-analysis'], { examId: other.examId }, admin.token)
    const [changed, same] = quIds.map((id) => questions.find((one) => one.quId === id)!)
    expect(changed).toMatchObject({ rekeyed: true, rightRate: 1 })
    expect(changed!.options.filter((one) => one.isRight).map((one) => one.tag)).toEqual(['A', 'B'])
    expect(same).toMatchObject({ rekeyed: false })
    expect(same!.options.filter((one) => one.isRight).map((one) => one.tag)).toEqual(['A'])
  })

  test('flags a wrong option that the upper group prefers, and follows a corrected key', async () => {
    const other = await makeFixedExam(app.ctx(), { single: 4 })
    quIds = other.quIds
    for (const [at, sheet] of ['BAAA', 'BAAA', 'AABB', 'ABBB', 'ABCC', 'ACCC'].entries()) await sit(other.examId, people[at]!, sheet)
    const first = async () =>
      (await app.ok(examStat['qu-analysis'], { examId: other.examId }, admin.token)).questions.find((one) => one.quId === quIds[0])!
    const before = await first()
    expect(before.options.filter((one) => one.beatsKey).map((one) => one.tag)).toEqual(['B'])
    expect(before.discrimination).toBe(-1)
    const form = { examId: other.examId, quId: quIds[0]!, how: 'key' as const, key: { right: ['B'] } }
    const { token } = await app.ok(fix.preview, form, admin.token)
    await app.ok(fix.commit, { ...form, token, reason: '答案应为B' }, admin.token)
    await runFixes(app.app)
    const after = await first()
    expect(after).toMatchObject({ discrimination: 1, difficulty: 0.3333, voided: false })
    expect(after.options.filter((one) => one.isRight).map((one) => one.tag)).toEqual(['B'])
    // papers with answer B keep their score; their item figures still get the second right option
    const both = { ...form, key: { right: ['A', 'B'] } }
    await app.ok(fix.commit, { ...both, token: (await app.ok(fix.preview, both, admin.token)).token, reason: '都对' }, admin.token)
    await runFixes(app.app)
    const wide = await first()
    expect(wide.options.filter((one) => one.isRight).map((one) => one.tag)).toEqual(['A', 'B'])
    expect(wide.options.filter((one) => one.beatsKey)).toEqual([])
    const drop = { examId: other.examId, quId: quIds[0]!, how: 'drop' as const }
    await app.ok(fix.commit, { ...drop, token: (await app.ok(fix.preview, drop, admin.token)).token, reason: '作废' }, admin.token)
    await runFixes(app.app)
    expect(await first()).toMatchObject({ voided: true, difficulty: null, discrimination: null })
    expect(await app.ok(examStat.overview, { examId: other.examId }, admin.token)).toMatchObject({
      totalScore: 6,
      passScore: 3,
      highest: 6,
    })
  })

  test('counts the best attempt, or all, and builds missing item figures', async () => {
    const again = await makeFixedExam(app.ctx(), { single: 4, composite: 1 }, { tries: 0 })
    quIds = again.quIds
    for (const sheet of ['AAAA.', 'BBBB.']) await sit(again.examId, people[0]!, sheet)
    await app.db.deleteFrom('paperItem').where('examId', '=', again.examId).execute()
    const ask = (attempts: 'best' | 'all') => app.ok(examStat['qu-analysis'], { examId: again.examId, attempts }, admin.token)
    const [best, all] = [await ask('best'), await ask('all')]
    expect([best.papers, all.papers]).toEqual([1, 2])
    expect([best, all].map((one) => one.questions[0]!.difficulty)).toEqual([1, 0.5])
    expect(best.questions.at(-1)).toMatchObject({
      quType: QuType.composite,
      difficulty: 0,
      blankRate: 1,
      options: [],
      subs: [{ quType: QuType.single }, { quType: QuType.fillIn }],
    })
    expect(best.questions.at(-1)!.subs[0]!.options).toHaveLength(4)
  })
})

test('the workbook has four sheets', async () => {
  const reply = await exported(examId, admin)
  expect(reply.headers['content-type']).toContain('spreadsheetml')
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-stat-'))
  const file = join(folder, 'stat.xlsx')
  await writeFile(file, reply.rawPayload)
  const rows = new Map<string, string>()
  for await (const { cells } of readSheet(file)) rows.set(cells[0] ?? '', cells[1] ?? '')
  expect([rows.get('应考人数'), rows.get('平均分'), rows.get('及格率'), rows.get('信度（Cronbach α）')]).toEqual([
    '7',
    '3.33',
    '50.0%',
    '0.83',
  ])
  expect((await readXlsx(reply.rawPayload)).sheets.map((one) => one.name)).toEqual(['概况', '成绩', '部门', '试题分析'])
  await rm(folder, { recursive: true })
})

test('the start page lists running exams and attempts by day', async () => {
  const running = await app.ok(examStat['dash-exam-list'], { size: 5, params: { title: '考试' } }, admin.token)
  const all = await app.ok(examStat['dash-exam-list'], { size: 5 }, admin.token)
  expect(all.records.find((one) => one.id === examId)).toMatchObject({ procCount: 0, handCount: 6 })
  expect(running.total).toBeLessThanOrEqual(all.total)
  const week = await app.ok(totalExam.week, {}, admin.token)
  expect(week).toHaveLength(7)
  const sum = (of: 'examCount' | 'examUser' | 'passUser') => week.reduce((total, one) => total + one[of], 0)
  const papers = await app.db
    .selectFrom('paper')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(sum('examCount')).toBe(Number(papers.count))
  expect(Math.max(...week.map((one) => one.examUser))).toBeLessThanOrEqual(6)
  expect(sum('passUser')).toBeGreaterThan(0)
  expect(await app.call(totalExam.week, {}, people[0]!.token)).toEqual(refusal('forbidden'))
  expect(await app.call(totalExam.week, { days: 0 }, admin.token)).toEqual(refusal('badInput'))
})

test('absent candidates are those recorded at the end, and ranks are those of the whole exam', async () => {
  const { people: asked } = await app.ok(examStat.overview, { examId, deptCode: north }, admin.token).then((one) => one.departments[0]!)
  expect(asked).toBe(3)
  // 8 6 4 in the north; 2 0 0 in the south are fourth and fifth of all
  const placesIn = async (deptCode: string | undefined) => {
    const payload = { examId, ...(deptCode ? { deptCode } : {}) }
    const { rawPayload } = await app.http.inject({ method: 'POST', url: examStat.export.path, headers: { token: admin.token }, payload })
    return (await sheetOf(rawPayload, 1)).slice(1).map((row) => row[0])
  }
  expect(await placesIn(undefined)).toEqual([1, 2, 3, 4, 5, 5])
  expect(await placesIn(south)).toEqual([4, 5, 5])
  // the exam has ended and its absent candidates are recorded; a user who joins the department later is not absent
  await app.db
    .updateTable('exam')
    .set({ endTime: new Date(app.clock.now().getTime() - 1_000) })
    .where('id', '=', examId)
    .execute()
  await recordMissed(app.app)
  await makeUser(app.db, { userName: 'newcomer', deptCode: south })
  // a candidate who took the exam still counts after the account was disabled
  await app.db.updateTable('sysUser').set({ state: UserState.disabled }).where('userName', '=', 'p4').execute()
  const found = await app.ok(examStat.overview, { examId }, admin.token)
  expect(found).toMatchObject({ required: 7, sat: 6, absent: 1 })
  expect(found.departments.find((one) => one.deptName === '南店')).toMatchObject({ required: 4, people: 3 })
  expect(await app.ok(watch['watch-stat'], { id: examId }, admin.token)).toMatchObject({ requireCount: 7, missCount: 1, handCount: 6 })
})
