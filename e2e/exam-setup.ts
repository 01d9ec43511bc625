// An exam for a browser test with a question of every type, created over the API as a teacher would.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { repo as repoCalls } from '@shuyuan/contract/repo/repo.ts'
import { tmpl as tmplCalls } from '@shuyuan/contract/tmpl/tmpl.ts'
import { ExamOpenType } from '../contract/src/exam/exam.ts'
import { QuType } from '../contract/src/qu/content.ts'
import { type Client, signIn } from './fixtures.ts'
import type { Site } from './server.ts'

const html = (text: string) => `<p>${text}</p>`
const option = (tag: string, text: string, isRight = false) => ({ tag, content: html(text), isRight })
const item = (tag: string, text: string) => ({ tag, content: html(text) })

/** One question of each type, in paper order. Every option text occurs once. */
type Question = Body<typeof qu.save>['body'] & Pick<Body<typeof qu.save>, 'quType'>
const questions: Question[] = [
  {
    quType: QuType.single,
    content: html('发现火情后，首先应当拨打的电话是？'),
    analysis: html('火警电话是 119。'),
    options: [option('A', '110'), option('B', '119', true), option('C', '120'), option('D', '122')],
  },
  {
    quType: QuType.multiple,
    content: html('下列属于灭火器的有哪些？'),
    options: [option('A', '干粉灭火器', true), option('B', '二氧化碳灭火器', true), option('C', '消防斧'), option('D', '应急灯')],
  },
  { quType: QuType.trueFalse, content: html('电梯可以作为火灾时的逃生通道。'), options: [option('A', '正确'), option('B', '错误', true)] },
  { quType: QuType.fillIn, content: html('火警电话是____，急救电话是____。'), blanks: [{ answer: '119||一一九' }, { answer: '120' }] },
  {
    quType: QuType.matching,
    content: html('请将标志与含义配对。'),
    left: [item('A', '红色'), item('B', '绿色')],
    right: [item('a', '禁止'), item('b', '安全'), item('c', '提示')],
    pairs: [
      ['A', 'a'],
      ['B', 'b'],
    ],
  },
  { quType: QuType.shortAnswer, content: html('简述疏散人群的要点。'), modelAnswer: html('保持冷静，有序撤离。') },
  {
    quType: QuType.composite,
    content: html('某酒店夜间起火，阅读材料回答问题。'),
    subs: [
      {
        id: '',
        quType: QuType.single,
        content: html('值班人员应先做什么？'),
        options: [option('A', '报警', true), option('B', '拍照')],
        weight: 1,
      },
      { id: '', quType: QuType.fillIn, content: html('疏散指示灯是____色。'), blanks: [{ answer: '绿' }], weight: 1 },
    ],
  },
]
const POINTS = 10

export type ExamSetup = { examId: string; title: string; teacher: Client }
type Settings = Record<string, unknown> & { types?: number[] }
let made = 0

/**
 * Creates an exam that names the built-in invigilator, by default open to all users: one question of every type (or of `types`), in fixed order, ten points each.
 * Results and answers are released immediately.
 */
export async function openExam(site: Site, { types, ...settings }: Settings = {}): Promise<ExamSetup> {
  const teacher = await signIn(site, 'teacher')
  const title = `消防考试 ${Date.now()}-${++made}`
  const repo = await teacher.call(repoCalls.save, { title, remark: '', isExam: true, isTrain: false })
  const quList: { quId: string; score: number }[] = []
  for (const { quType, ...body } of questions) {
    if (types && !types.includes(quType)) continue
    const { id } = await teacher.call(qu.save, { repoId: repo.id, quType, body })
    quList.push({ quId: id, score: POINTS })
  }
  const tmpl = await teacher.call(tmplCalls.save, {
    title,
    remark: '',
    quShuffle: false,
    optionShuffle: false,
    groups: [{ title: '全部题型', mode: 'fixed', quList }],
    publish: true,
  })
  const proctors = await teacher.call(exam['list-invigilators'], { keyword: 'proctor' })
  const { id: examId } = await teacher.call(exam.save, {
    title,
    remark: '',
    tmplId: tmpl.id,
    openType: ExamOpenType.all,
    startTime: null,
    endTime: null,
    minutes: 30,
    passScore: POINTS,
    tries: 0,
    lateMinutes: 0,
    earliestMinutes: 0,
    showScore: 'handed',
    showAnswer: 'handed',
    allowPaste: true,
    invigilatorIds: proctors.map((one) => one.id),
    ...settings,
  })
  return { examId, title, teacher }
}

/** Starts a paper of the exam for this candidate, over the API. @returns the path of its exam room */
export async function startPaper({ call }: Client, { examId }: ExamSetup): Promise<{ paperId: string; path: string }> {
  const { id } = await call(paper['create-paper'], { examId })
  return { paperId: id, path: `/web/exam/start/${id}` }
}

/** The answers of a handed-in paper and their marks, by question type. */
export async function answersOf({ call }: Client, paperId: string) {
  const { groups } = await call(paper['paper-result'], { id: paperId })
  const asked = groups.flatMap(({ quList }) => quList)
  const by = <K extends 'answer' | 'markState'>(key: K) => new Map(asked.map((question) => [question.quType, question[key]]))
  return { answers: by('answer'), marks: by('markState') }
}
