// Training on a bank: started, answered question by question, continued on any device, and reviewed.
import * as z from '../kernel/z.ts'
import { command, endpoints, hot, query } from '../kernel/endpoint.ts'
import { code, count, id, moment, pageOf, paging } from '../kernel/field.ts'
import { Answer, ShownKey } from '../qu/content.ts'
import { PracticeQuestion } from '../qu/practice.ts'

export const TrainMode = {
  inOrder: 1,
  random: 2,
  chapter: 3,
  questionType: 4,
  favourites: 5,
  wrong: 6,
  undone: 7,
  mock: 8,
  review: 13,
  spaced: 14,
} as const
export type TrainMode = (typeof TrainMode)[keyof typeof TrainMode]
/** api.md, *Training modes*. */
export const trainMode = {
  [TrainMode.inOrder]: '顺序练习',
  [TrainMode.random]: '随机练习',
  [TrainMode.chapter]: '章节练习',
  [TrainMode.questionType]: '题型练习',
  [TrainMode.favourites]: '我的收藏',
  [TrainMode.wrong]: '错题训练',
  [TrainMode.undone]: '未做试题',
  [TrainMode.mock]: '模拟考试',
  [TrainMode.review]: '背题模式',
  [TrainMode.spaced]: '间隔复习',
} as const
export const TrainState = { open: 0, ended: 1 } as const
export type TrainState = (typeof TrainState)[keyof typeof TrainState]
export const trainState = { [TrainState.open]: '训练中', [TrainState.ended]: '已结束' } as const
/** pending: a short answer, which is not marked in training; its model answer is shown. */
export const trainResult = ['right', 'wrong', 'partial', 'blank', 'pending'] as const
const result = z.enum(trainResult)
const mode = code('训练模式', trainMode)

export const Judged = z.object({
  result,
  isRight: z.boolean(),
  /** share of the maximum, 0 to 100 with two decimals */
  percent: z.number(),
  key: ShownKey,
  /** of a composite, by the id of the sub-question */
  subs: z.array(z.object({ quId: z.string(), result, isRight: z.boolean(), key: ShownKey })),
  /** right answers of all learners in percent; null without answers */
  everybody: z.number().nullable(),
})

export const Train = z.object({
  id: id('训练'),
  repoId: id('题库'),
  repoId_dictText: z.string().meta({ title: '题库' }),
  userId: z.string(),
  realName: z.string().meta({ title: '姓名' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  mode,
  mode_dictText: z.string().meta({ title: '训练模式' }),
  /** the chapter in mode 3, the question type in mode 4, in mode 6 the form that `start` accepts; else empty */
  scope: z.string(),
  scope_dictText: z.string().meta({ title: '范围' }),
  state: code('状态', trainState),
  rightCount: count('答对'),
  answerCount: count('已答'),
  totalCount: count('总题数'),
  /** right answers in percent of all answers, two decimals */
  percent: z.number().meta({ title: '正确率' }),
  position: z.int(),
  createTime: moment('开始时间'),
  updateTime: moment('最近训练'),
})

const Ended = Train.extend({
  finishTime: moment('结束时间'),
  /** by question type */
  types: z.array(z.object({ quType: z.int(), total: z.int(), answered: z.int(), right: z.int() })),
  /** questions that were not right, in order */
  wrongIds: z.array(z.string()),
})
const trainId = id('训练')

export const train = endpoints('repo/train', 'exam', {
  start: command({
    title: '开始训练',
    permit: 'any',
    input: z.object({
      repoId: id('题库'),
      mode,
      /** mode 3: the chapter; mode 4: the question type; mode 6: `c{chapterId}`, `e{examId}`, `c{chapterId}e{examId}` or empty */
      scope: z.string().max(40).default(''),
      /** the caller's own id (learner.md); another id is refused */
      userId: z.string().max(20).optional(),
      /** true: ends an unfinished training and starts a new one; false: continues it */
      clear: z.boolean().default(false),
    }),
    output: z.object({ id: z.string() }),
  }),
  check: query({ title: '未完成的训练', permit: 'any', input: z.object({}), output: Train.nullable() }),
  detail: query({ title: '训练详情', permit: 'any', input: z.object({ id: trainId }), output: Train }),
  card: query({
    title: '训练答题卡',
    permit: 'any',
    input: z.object({ id: trainId }),
    /** null: not answered; answered: a mock paper shows its results at the end */
    output: z.array(
      z.object({ quId: z.string(), quType: z.int(), result: z.enum([...trainResult, 'answered']).nullable(), favourite: z.boolean() }),
    ),
  }),
  'qu-detail': query({
    title: '训练试题',
    permit: 'any',
    /** `mode` is sent by older clients (learner.md) and ignored */
    input: z.object({ trainId, quId: id('试题'), mode: z.int32().optional() }),
    output: PracticeQuestion.extend({
      favourite: z.boolean(),
      note: z.string(),
      answer: Answer.nullable(),
      judged: Judged.nullable(),
    }),
  }),
  fill: hot({
    title: '提交训练答案',
    permit: 'any',
    rate: { by: 'user', max: 300, seconds: 60 },
    input: z.object({ trainId, quId: id('试题'), answer: Answer.nullable() }),
    /** null in a mock paper, which shows its results at the end; `given` is the answer that counts, the first one */
    output: Judged.extend({ given: Answer.nullable() }).nullable(),
  }),
  /** stores the learner's position, for another device */
  position: hot({
    title: '记住训练位置',
    permit: 'any',
    rate: { by: 'user', max: 300, seconds: 60 },
    input: z.object({ trainId, position: z.int().min(0).max(100_000) }),
    output: z.literal(true),
  }),
  finish: command({
    title: '结束训练',
    permit: 'any',
    input: z.object({ id: trainId }),
    output: Ended,
  }),
  /** the result of a finished training, as answered by `finish` */
  result: query({ title: '训练结果', permit: 'any', module: false, input: z.object({ id: trainId }), output: Ended }),
  /** the caller's progress in these banks; banks without training are omitted */
  progress: query({
    title: '题库训练进度',
    permit: 'any',
    input: z.object({ repoIds: z.array(id('题库')).max(1_000) }),
    output: z.array(
      z.object({
        repoId: z.string(),
        /** questions answered at least once */
        done: z.int(),
        /** of these, right at the last answer */
        right: z.int(),
        favourites: z.int(),
        wrong: z.int(),
      }),
    ),
  }),
  paging: query({
    title: '训练记录',
    permit: 'any',
    module: false,
    input: paging({
      repoId: id('题库').optional(),
      realName: z.string().trim().max(60).optional().meta({ title: '姓名', control: 'keyword' }),
      mode: mode.optional(),
      state: code('状态', trainState).optional(),
      /** trainings of all users; requires repo:train:list */
      all: z.boolean().optional(),
    }),
    output: pageOf(Train),
  }),
})
