// After every use, also those that fail, no line of the server's log has a material, a question, an answer or the key.
import { assistConfig } from '@shuyuan/contract/assist/assist.ts'
import { assistExplain } from '@shuyuan/contract/assist/explain/explain.ts'
import { assistMark } from '@shuyuan/contract/assist/mark/mark.ts'
import { assistNotice } from '@shuyuan/contract/assist/notice/notice.ts'
import { assistQuestion } from '@shuyuan/contract/assist/improve/improve.ts'
import { assistQuestions } from '@shuyuan/contract/assist/questions/questions.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { expect, test } from 'vitest'
import { startAssistWith } from '../../../test/assist-site.ts'
import { handIn, startNewPaper, takePaper } from '../../../test/papers.ts'
import { code } from '../../../test/refusal.ts'
import { logLines } from '../../../test/log-lines.ts'
import { drainTasks } from '../common/task.service.ts'
import { answerAs, makeFixedExam } from '../paper/fixed.factory.ts'
import { makeQuestion } from '../qu/qu.factory.ts'
import { makeRepo } from '../repo/repo.factory.ts'

const site = await startAssistWith({ LOG_LEVEL: 'trace' }, 'teacher', 'ann')
const { app, admin, teacher, ann, on, useVendor, answerBy } = site
const lines = logLines(app)

/** Words that stand in what is sent and answered, and nowhere else. */
const words = {
  material: '孔雀蓝的灭火器每月检查一次',
  bank: '孔雀绿的灭火器每月检查一次吗',
  written: '紫罗兰色的回答',
  own: '琥珀色的考生答案',
  points: '翡翠色的通知要点',
  wish: '象牙白的补充要求',
}
const KEY = 'sk-of-the-site'
const { id: repoId } = await makeRepo(app.ctx(), { title: '厨房安全' })
await makeQuestion(app.ctx(), { repoId, quType: QuType.trueFalse, content: words.bank })

/** What a model answers in each use. */
function reply(body: { messages: { content: string }[] }): string {
  const [system = ''] = body.messages.map((one) => one.content)
  const question = { type: '判断题', stem: `${words.material}。`, options: [], answer: ['正确'], analysis: words.written, level: '普通' }
  if (system.startsWith('你是出题助手')) return JSON.stringify({ questions: [{ ...question, quote: words.material }] })
  if (system.startsWith('你在核对')) return JSON.stringify({ answers: [{ no: 1, answer: [words.written] }] })
  if (system.startsWith('你是阅卷助手'))
    return JSON.stringify({ lines: [{ id: 'L1', met: true, quote: words.own, reason: words.written }] })
  if (system.startsWith('你是学习助手')) return JSON.stringify({ parts: [{ text: words.written, source: 0, quote: '' }] })
  return JSON.stringify({
    items: [{ field: 'stem', n: 0, text: words.written, why: words.written }],
    title: words.written,
    paragraphs: [words.written],
  })
}

// a short answer that people mark, and a wrong single choice of another paper, whose key is shown
const { examId, quIds } = await makeFixedExam(app.ctx(), { shortAnswer: 1 }, {})
await takePaper(app, ann, examId, () => ({ text: `<p>${words.own}</p>` }))
await app.ok(review.queue, { examId }, admin)
const leaf = quIds[0] ?? ''
await app.ok(review['rubric-save'], { examId, leaf, text: words.own, points: 1 }, admin)
const { id: paperId } = await startNewPaper(app, ann, { showAnswer: 'handed' }, { single: 1 })
await handIn(app, ann, paperId, (key) => answerAs(key, false))

async function everyUse() {
  await app.db.deleteFrom('assistRun').execute()
  const codes: number[] = []
  const note = async (call: Promise<{ code: number }>) => codes.push((await call).code)
  await note(
    app.call(
      assistQuestions.start,
      {
        repoId,
        source: { text: `${words.material}。检查人须签名，记录保存两年。` },
        wants: [{ quType: QuType.trueFalse, count: 1 }],
        more: words.wish,
      },
      teacher,
    ),
  )
  await drainTasks(app.app)
  const body = { content: `<p>${words.bank}</p>` }
  await note(
    app.call(assistQuestion.improve, { quType: QuType.shortAnswer, level: QuLevel.normal, body, wants: ['stem'] }, await app.as('tina')),
  )
  await note(app.call(assistNotice.draft, { about: words.points, facts: [] }, await app.as('admin')))
  const { groups } = await app.ok(paper['paper-result'], { id: paperId }, ann)
  const { quId = '' } = groups.flatMap((group) => group.quList)[0] ?? {}
  // a new sign-in has its own rate
  await note(app.call(assistExplain.explain, { scene: 'paper', ref: paperId, quId }, await app.as('ann')))
  await note(app.call(assistMark.start, { examId, leaf, which: 'waiting', again: true }, admin))
  await drainTasks(app.app)
  await note(app.call(assistConfig.test, {}, await app.as('admin')))
  return codes
}

test.each(['openai', 'prose', 'cut', 'huge', 'bad-key', 'no-balance', 'filtered', 'filtered-answer', 'hangs-up', 'echoes', 'embed-400'])(
  'nothing of a text or a key is in the log: %s',
  async (vendor) => {
    await on({
      questions: true,
      improve: true,
      notice: true,
      explain: true,
      mark: true,
      told: true,
      recheck: true,
      userTokens: 0,
      siteTokens: 0,
      learnerTokens: 0,
    })
    await useVendor(vendor, { embedModel: 'some-vectors' })
    answerBy((body) => reply(body))
    app.clock.advance(120)
    const before = site.sentSoFar()
    lines.length = 0
    const codes = await everyUse()
    expect(codes, 'no use is refused as a form').not.toContain(code('badInput'))
    // six uses, each with its own words
    const sent = site.sentAfter(before)
    for (const word of Object.values(words).filter((one) => one !== words.written)) expect(sent).toContain(word)
    const log = lines.join('\n')
    expect(log).not.toBe('')
    for (const word of [...Object.values(words), KEY]) {
      expect(log).not.toContain(word)
      expect(log).not.toContain(JSON.stringify(word).slice(1, -1))
    }
  },
)

test('it would be seen in the log', () => {
  lines.length = 0
  app.app.log.warn({ err: new Error(words.material) }, 'a trial of this test')
  expect(lines.join('\n')).toContain(words.material)
})
