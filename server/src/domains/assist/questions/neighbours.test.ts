// Questions that mean the same in other words, found by vectors where the provider has a model for them.
import { assistCall } from '@shuyuan/contract/assist/assist.ts'
import { assistQuestions } from '@shuyuan/contract/assist/questions/questions.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { beforeEach, expect, test } from 'vitest'
import { startAssist } from '../../../../test/assist-site.ts'
import { drainTasks } from '../../common/task.service.ts'
import { makeQuestion } from '../../qu/qu.factory.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const { app, admin, teacher, on, useVendor, answer, answerBy, calls, directBy } = await startAssist('teacher')
const { id: repoId } = await makeRepo(app.ctx(), { title: '厨房安全' })
const MATERIAL = '干粉灭火器每月检查一次，压力表指针应在绿色区域。热菜的中心温度必须达到70℃。员工每年体检一次，取得健康证明。'
const BANK = '灭火筒隔多长时间需要查看？'
await makeQuestion(app.ctx(), { repoId, quType: QuType.trueFalse, content: BANK })
await makeQuestion(app.ctx(), { repoId, quType: QuType.trueFalse, content: '厨师应当佩戴什么帽子？' })
const question = (stem: string, quote: string) => ({
  type: '判断题',
  stem,
  options: [],
  answer: ['正确'],
  analysis: '',
  level: '普通',
  quote,
})
const questions = [
  question('干粉灭火器每月检查需要一次。', '干粉灭火器每月检查一次'),
  question('热菜中心达到70℃。', '热菜的中心温度必须达到70℃'),
  question('菜烧熟的标准是七十度。', '热菜的中心温度必须达到70℃'),
]
/** One direction for each subject. */
const about = (text: string) => {
  const subject = [/灭火/, /热菜|烧熟/, /帽/].findIndex((one) => one.test(text))
  return Array.from({ length: 8 }, (_one, at) => (at === subject ? 1 : 0.02))
}
const sentVectors = () => calls.filter((one) => one.url.pathname.endsWith('/embeddings'))

async function run() {
  const wants = [{ quType: QuType.trueFalse, count: 3 }]
  const { runId } = await app.ok(assistQuestions.start, { repoId, source: { text: MATERIAL }, wants }, teacher)
  await drainTasks(app.app)
  const { state, importId } = await app.ok(assistQuestions.run, { runId }, teacher)
  const { records } = await app.ok(quImport.paging, { current: 1, size: 10, params: { importId: importId ?? '0' } }, teacher)
  return { state, problems: records.map((row) => row.problems.map((one) => one.msg)) }
}

beforeEach(async () => {
  await app.db.deleteFrom('assistRun').execute()
  await app.db.deleteFrom('assistDay').execute()
  await app.db.deleteFrom('assistCall').execute()
  await on({ questions: true })
  directBy(about)
  answer({ questions })
})

test('by words alone those in other words are not found', async () => {
  await useVendor()
  expect(await run()).toEqual({ state: 'done', problems: [[], [], []] })
  expect(sentVectors()).toEqual([])
})

test('by vectors the bank and the run itself are', async () => {
  await useVendor('openai', { embedModel: 'some-vectors' })
  const before = sentVectors().length
  expect(await run()).toEqual({ state: 'done', problems: [[`与题库中“${BANK}”相似`], [], ['与第 2 题相似']] })
  const sent = sentVectors().slice(before)
  expect(sent).toHaveLength(1)
  // of the bank only what shares words with a question
  expect(sent[0]?.body).toContain(BANK)
  expect(sent[0]?.body).not.toContain('厨师')
  const log = (await app.ok(assistCall.paging, { params: { kind: 'embed' } }, admin)).records
  expect(log).toMatchObject([{ state: 'done', userName: 'tina', model: 'some-vectors' }])
})

test.each(['embed-400', 'embed-many', 'embed-uneven', 'embed-key'])('a failure leaves the questions and the words: %s', async (vendor) => {
  await useVendor(vendor, { embedModel: 'some-vectors' })
  expect(await run()).toEqual({ state: 'done', problems: [[], [], []] })
  expect((await app.ok(assistCall.paging, { params: { kind: 'embed' } }, admin)).records).toMatchObject([{ state: 'failed' }])
})

test('a bank that is closed meanwhile sends no title', async () => {
  await useVendor('openai', { embedModel: 'some-vectors' })
  answerBy(async () => {
    await app.db.updateTable('repo').where('id', '=', repoId).set({ assist: false }).execute()
    return JSON.stringify({ questions })
  })
  const before = sentVectors().length
  await run()
  expect(
    sentVectors()
      .slice(before)
      .map((one) => one.body)
      .join(''),
  ).not.toContain(BANK)
  await app.db.updateTable('repo').where('id', '=', repoId).set({ assist: true }).execute()
})
