// A second request over HTTP: what it marks, what it costs, and that its failure loses no question.
import { assistCall, assistConfig } from '@shuyuan/contract/assist/assist.ts'
import { assistQuestions } from '@shuyuan/contract/assist/questions/questions.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { beforeEach, expect, test } from 'vitest'
import { startAssist } from '../../../../test/assist-site.ts'
import { drainTasks } from '../../common/task.service.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const { app, admin, teacher, on, useVendor, answerBy, calls, sentAfter } = await startAssist('teacher')
const { id: repoId } = await makeRepo(app.ctx(), { title: '厨房安全' })
const MATERIAL = '干粉灭火器每月检查一次，压力表指针应在绿色区域。热菜的中心温度必须达到70℃。'
const made = [
  { type: '单选题', stem: '干粉灭火器多久检查一次？', options: ['每月', '每年', '每天'], answer: ['A'], quote: '干粉灭火器每月检查一次' },
  { type: '填空题', stem: '热菜的中心温度必须达到____。', options: [], answer: ['70℃'], quote: '热菜的中心温度必须达到70℃' },
].map((one) => ({ ...one, analysis: '', level: '普通' }))
const wants = [
  { quType: QuType.single, count: 1 },
  { quType: QuType.fillIn, count: 1 },
]

/** What the second request gets. */
let second: () => string | Promise<string> = () => '{}'
const isSecond = (body: { messages: { content: string }[] }) => (body.messages[0]?.content ?? '').startsWith('你在核对考试题')
beforeEach(async () => {
  await app.db.deleteFrom('assistDay').execute()
  await app.db.deleteFrom('assistCall').execute()
  await on({ questions: true, recheck: true })
  await useVendor()
  answerBy((body) => (isSecond(body) ? second() : JSON.stringify({ questions: made })))
})
const answers = (...all: string[][]) => (second = () => JSON.stringify({ answers: all.map((answer, at) => ({ no: at + 1, answer })) }))

async function run() {
  const { runId } = await app.ok(assistQuestions.start, { repoId, source: { text: MATERIAL }, wants }, teacher)
  await drainTasks(app.app)
  const found = await app.ok(assistQuestions.run, { runId }, teacher)
  const params = { importId: found.importId ?? '0' }
  const { records } = await app.ok(quImport.paging, { current: 1, size: 10, params }, teacher)
  return { ...found, problems: records.map((row) => row.problems.map((one) => one.msg)) }
}

test('another answer is shown at its row, an equal one is not', async () => {
  answers(['B'], ['70'])
  const before = calls.length
  expect(await run()).toMatchObject({ made: 2, error: '', problems: [['复核答案不同：B'], []] })
  expect(calls.length - before).toBe(2)
  // both are in the log, and count
  expect((await app.ok(assistCall.paging, { params: { kind: 'questions' } }, admin)).total).toBe(2)
  expect(await app.db.selectFrom('assistDay').select(['tokens', 'reserved']).where('userId', '=', teacher.id).execute()).toEqual([
    { tokens: 210, reserved: 0 },
  ])
  const sent = sentAfter(before + 1)
  expect(sent).toContain('压力表指针')
  expect(sent).toContain('A. 每月')
  expect(sent).not.toContain('analysis')
})

test('an answer that the material does not give is said', async () => {
  answers([], ['70℃'])
  expect((await run()).problems).toEqual([['复核时从材料得不出答案'], []])
})

test.each([
  ['an answer that cannot be read', () => '好的'],
  ['questions of its own', () => JSON.stringify({ answers: '<script>' })],
])('a second request that fails loses no question: %s', async (_name, reply) => {
  second = reply
  const found = await run()
  expect(found).toMatchObject({ state: 'done', made: 2, dropped: [], error: '' })
  expect(found.problems).toEqual([['没有复核：第二次请求没有成功'], ['没有复核：第二次请求没有成功']])
})

test('a budget that ends between both leaves the questions', async () => {
  await on({ questions: true, recheck: true, userTokens: 0, siteTokens: 6_000 })
  answerBy(async (body) => {
    await app.db.updateTable('assistDay').set({ tokens: 5_990 }).execute()
    return isSecond(body) ? 'never' : JSON.stringify({ questions: made })
  })
  const before = calls.length
  expect(await run()).toMatchObject({
    state: 'done',
    made: 2,
    problems: [['没有复核：第二次请求没有成功'], ['没有复核：第二次请求没有成功']],
  })
  expect(calls.length - before).toBe(1)
})

test('it is off unless a site wants it, and the estimate knows', async () => {
  const estimate = () => app.ok(assistQuestions.estimate, { source: { text: MATERIAL }, wants }, teacher)
  const twice = await estimate()
  await on({ questions: true })
  expect((await app.ok(assistConfig.detail, {}, admin)).recheck).toBe(false)
  const once = await estimate()
  expect([twice.requests, once.requests]).toEqual([2, 1])
  expect(twice.tokens).toBeGreaterThan(once.tokens)
  const before = calls.length
  expect(await run()).toMatchObject({ made: 2, problems: [[], []] })
  expect(calls.length - before).toBe(1)
})
