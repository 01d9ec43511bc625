// Journeys of teachers and invigilators: an exam is created, watched and marked; a question gets a recording.
import { exam as examCalls, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { type ExamSetup, openExam, startPaper } from '../../../e2e/exam-setup.ts'
import { type Client, signIn } from '../../../e2e/fixtures.ts'
import type { Site } from '../../../e2e/server.ts'
import { until } from '../engine.ts'
import type { Journey, Stage } from '../journey.ts'

const SECONDS = 60
/** A voice; silence has only noise below it. */
const LOUD = 1_000
const WAV_HEAD = 44

async function create({ hand, site }: Stage) {
  const { title: tmplTitle, teacher } = await openExam(site, { types: [QuType.single] })
  const { records } = await teacher.call(tmpl.paging, { params: { title: tmplTitle } })
  await hand.enter('teacher', `/admin/exam/add/${records[0]!.id}`)
  const title = `引擎考试 ${Date.now()}`
  await hand.field('考试名称', title)
  await hand.button('随堂练习')
  await hand.see({ text: /及格线60%/ })
  await hand.button('保存草稿')
  await hand.link(title)
  await hand.button('发布')
  await hand.dialogButton('发布')
  await hand.see({ text: '考试已发布' })
  const { records: exams } = await teacher.call(examCalls.paging, { params: { title } })
  if (exams[0]?.state !== ExamState.enabled) throw new Error(`the exam is ${JSON.stringify(exams[0])}`)
  return 'created from a template by a preset; published'
}

async function begun(
  site: Site,
  types: number[],
  settings: object = {},
): Promise<{ exam: ExamSetup; learner: Client; paperId: string; quId: string }> {
  const exam = await openExam(site, { types, ...settings })
  const learner = await signIn(site, 'learner22')
  const { paperId } = await startPaper(learner, exam)
  const { groups } = await learner.call(paper['paper-detail'], { id: paperId })
  return { exam, learner, paperId, quId: groups[0]!.quList[0]!.quId }
}

async function watchRoom({ hand, site }: Stage) {
  const { exam, learner, paperId, quId } = await begun(site, [QuType.single, QuType.trueFalse])
  await hand.enter('proctor', `/admin/exam/watch/detail?examId=${exam.examId}`)
  await hand.see({ text: '实时更新中' })
  const { realName } = await learner.call(user.info)
  const card = { role: 'listitem', text: realName }
  await hand.see({ text: '0/2', within: card })
  // the timer alone would take a quarter of an hour
  await hand.field('刷新间隔（秒）', '999')
  await learner.call(paper['fill-answer'], { paperId, quId, answer: { tags: ['B'] } })
  await hand.see({ text: '1/2', within: card })
  await learner.call(paper['hand-exam'], { id: paperId })
  await hand.gone(card)
  return 'answers and hand-in shown by the socket'
}

async function markPapers({ hand, site }: Stage) {
  const { exam, learner, paperId, quId } = await begun(site, [QuType.shortAnswer], { showScore: 'marked' })
  await learner.call(paper['hand-exam'], { id: paperId, lastAnswers: [{ quId, answer: { text: '<p>第1份：先报警。</p>' } }] })
  await hand.enter('teacher', `/admin/exam/review/exam/${exam.examId}/mark`)
  await hand.see({ text: '第1份：' })
  await hand.button('满分')
  await hand.button(/^保存并下一份/)
  await hand.see({ text: '没有等待您评分的答案了' })
  const { records } = await exam.teacher.call(paper.paging, { params: { examId: exam.examId } })
  const [one] = records
  if (one?.state !== PaperState.done || one.score !== 10) throw new Error(`the paper is ${JSON.stringify(one)}`)
  return 'full marks stored'
}

async function recording({ hand, page, site }: Stage) {
  const { call } = await signIn(site, 'teacher')
  const { id: repoId } = await call(repo.save, { title: `听力${Date.now()}`, remark: '', isExam: true, isTrain: true })
  await hand.enter('teacher', `/admin/repo/qu/add?repoId=${repoId}`)
  await hand.click({ text: /^简答题$/ })
  await hand.type({ css: '.tiptap' }, '听录音回答')
  await hand.button('录音')
  await hand.dialogButton('开始录音')
  await hand.see({ text: /正在录音00:0[1-9]/ })
  await hand.dialogButton('停止')
  await hand.see({ text: '录音完成' })
  await hand.dialogButton('插入录音')
  const address = await until('the recording in the question', SECONDS, () =>
    page.run<string | null>('return document.querySelector(".tiptap audio")?.getAttribute("src") ?? null').then((one) => one ?? undefined),
  )
  const bytes = await (await fetch(new URL(address, site.url))).arrayBuffer()
  const samples = new Int16Array(bytes.slice(WAV_HEAD, bytes.byteLength - ((bytes.byteLength - WAV_HEAD) % 2)))
  const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  if (loudest < LOUD) throw new Error(`the recording is silent: ${loudest}`)
  await hand.button('保存')
  await until(
    'the question is stored',
    SECONDS,
    async () => (await call(qu.paging, { params: { repoId } })).records.length > 0 || undefined,
  )
  return 'recorded, stored'
}

export const teaching: Journey[] = [
  { title: 'Teacher: create and publish an exam', run: create },
  { title: 'Invigilator: watch an exam', run: watchRoom },
  { title: 'Teacher: mark papers', run: markPapers },
  { title: 'Teacher: record a voice for a question', run: recording },
]
