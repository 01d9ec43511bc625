// Passages that no word of a question has, found by vectors; and words alone wherever the vectors fail or are of another model.
import { assistCall } from '@shuyuan/contract/assist/assist.ts'
import { assistExplain } from '@shuyuan/contract/assist/explain/explain.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { beforeEach, expect, test } from 'vitest'
import { startAssist } from '../../../../test/assist-site.ts'
import { takePaper } from '../../../../test/papers.ts'
import { slideDeck } from '../../../../test/slide-deck.ts'
import { makeCourse } from '../../course/course.factory.ts'
import { makeExam } from '../../exam/exam.factory.ts'
import { answerAs } from '../../paper/fixed.factory.ts'
import { makeQuestion } from '../../qu/qu.factory.ts'
import { makeRepo } from '../../repo/repo.factory.ts'
import { makeTmpl } from '../../tmpl/tmpl.factory.ts'

const { app, admin, ann, on, useVendor, answer, calls, directBy, sentAfter, sentSoFar } = await startAssist('ann')

const WORDS = '冷菜最多存放2小时，联系人 13812345678。'
const MEANT = '隔夜的凉拌拼盘一律倒掉。'
const fileId = await slideDeck(app, '冷菜规范', [WORDS, MEANT, '停车场夜间关闭北门。'])
await makeCourse(app.ctx(), { title: '食品安全', files: [{ fileId, minSec: 60 }] })
const secretId = await slideDeck(app, '内部规范', ['隔夜的拼盘由店长处理，这是内部规定。'])
await makeCourse(app.ctx(), {
  title: '内部课程',
  openType: OpenType.persons,
  userIds: [admin.id],
  files: [{ fileId: secretId, minSec: 60 }],
})

const { id: repoId } = await makeRepo(app.ctx(), { title: '食品安全题库' })
const option = (tag: string, text: string, isRight: boolean) => ({ tag, content: `<p>${text}</p>`, isRight })
const quId = await makeQuestion(app.ctx(), {
  repoId,
  quType: QuType.single,
  content: '冷菜最多存放多久？',
  body: { options: [option('A', '2小时', true), option('B', '一天', false)] },
})
const tmplId = await makeTmpl(app.ctx(), { groups: [{ title: '全部', mode: 'fixed', quList: [{ quId, score: 200 }], draws: [] }] })
const examId = await makeExam(app.ctx(), { tmplId, passScore: 200, showAnswer: 'handed' })
const paperId = await takePaper(app, ann, examId, (key) => answerAs(key, false))
const { groups } = await app.ok(paper['paper-result'], { id: paperId }, ann)
const of = { scene: 'paper' as const, ref: paperId, quId: groups[0]!.quList[0]!.quId }

/** One direction for the dish whatever it is called, another for everything else. */
const about = (text: string) => {
  const [dish, rest] = /冷菜|凉拌|拼盘/.test(text) ? [1, 0.1] : [0.05, 1]
  return [dish, rest, ...Array.from({ length: 6 }, () => 0.01)]
}
const embedded = () => calls.filter((one) => one.url.pathname.endsWith('/embeddings'))
const vectors = () => app.db.selectFrom('assistPassage').where('embedModel', '<>', '').select(['embedModel', 'embed']).execute()
const use = (model = 'some-vectors', vendor = 'openai') => useVendor(vendor, { embedModel: model })
/** The passages that an explanation is given. */
async function given(): Promise<string> {
  const before = sentSoFar()
  answer({ parts: [{ text: '规定是两小时。', source: 1, quote: '不在材料里的话' }] })
  await app.db.deleteFrom('assistExplained').execute()
  // a new sign-in has its own rate
  await app.ok(assistExplain.explain, of, await app.as('ann'))
  const chat = sentAfter(before)
    .split('\n')
    .filter((one) => one.includes('"messages"'))
  return chat.join('\n')
}

beforeEach(async () => {
  // a way that failures closed is open again
  app.clock.advance(61)
  directBy(about)
  await on({ explain: true, learnerTokens: 0, siteTokens: 0 })
  await app.db.updateTable('assistPassage').set({ embed: null, embedModel: '' }).execute()
})

test('without a model for vectors nothing is sent for them', async () => {
  await useVendor()
  await app.runJobs('assist.text.read')
  const found = await given()
  expect(found).toContain('冷菜最多存放2小时')
  expect(found).not.toContain('凉拌拼盘')
  expect(embedded()).toEqual([])
  expect(await vectors()).toEqual([])
})

test('a passage in other words is found beside that with the same words, in open courses only', async () => {
  await use()
  await app.runJobs('assist.text.read')
  const stored = await vectors()
  expect(stored).toHaveLength(4)
  expect(stored.every((one) => one.embedModel === 'some-vectors' && one.embed?.length === 8 * 4)).toBe(true)
  const found = await given()
  expect(found).toContain('冷菜最多存放2小时')
  expect(found).toContain('凉拌拼盘')
  expect(found).not.toContain('内部规定')
  // passages go without numbers of persons, ten at once, counted for the site and kept in the log
  expect(embedded().every((one) => !one.body.includes('13812345678'))).toBe(true)
  expect(embedded().map((one) => (JSON.parse(one.body) as { input: string[] }).input.length)).toEqual([4, 1])
  const log = (await app.ok(assistCall.paging, { params: { kind: 'embed' } }, admin)).records
  expect(log.map((one) => [one.state, one.model, one.tokensIn])).toEqual([
    ['done', 'some-vectors', 7],
    ['done', 'some-vectors', 7],
  ])
  // the next learner with the same question costs no vector
  const before = embedded().length
  await given()
  expect(embedded()).toHaveLength(before)
})

test('vectors of another model are not used, and are replaced', async () => {
  await use()
  await app.runJobs('assist.text.read')
  await use('other-vectors')
  expect(await given()).not.toContain('凉拌拼盘')
  await app.runJobs('assist.text.read')
  expect(new Set((await vectors()).map((one) => one.embedModel))).toEqual(new Set(['other-vectors']))
  expect(await given()).toContain('凉拌拼盘')
})

test.each(['embed-400', 'embed-many', 'embed-uneven', 'embed-short', 'embed-page'])(
  'words alone are used when vectors fail: %s',
  async (vendor) => {
    await use('failing-vectors')
    await app.runJobs('assist.text.read')
    await use('failing-vectors', vendor)
    const found = await given()
    expect(found).toContain('冷菜最多存放2小时')
    const [last] = (await app.ok(assistCall.paging, { params: { kind: 'embed' } }, admin)).records
    expect(last?.state).toMatch(/failed|done/)
  },
)

test('vectors that fail again and again close no other use', async () => {
  await use('failing-vectors')
  await app.runJobs('assist.text.read')
  await useVendor('openai', { embedModel: 'failing-vectors', embedUrl: 'http://127.0.0.1:9/v1' })
  for (let round = 0; round < 7; round++) expect(await given()).toContain('冷菜最多存放2小时')
  const failed = await app.db.selectFrom('assistCall').where('kind', '=', 'embed').where('error', '=', 'assistDown').select('id').execute()
  // the way of vectors is closed after five
  expect(failed).toHaveLength(5)
})

test('a failure in the background ends the round, and stores nothing', async () => {
  await use('some-vectors', 'embed-many')
  const before = embedded().length
  await app.runJobs('assist.text.read')
  expect(embedded().length - before).toBe(1)
  expect(await vectors()).toEqual([])
})

test('a limit of the site holds for vectors, too', async () => {
  await use()
  await on({ explain: true, siteTokens: 1 })
  const before = embedded().length
  await app.runJobs('assist.text.read')
  expect(embedded().length - before).toBe(0)
  expect(await vectors()).toEqual([])
})
