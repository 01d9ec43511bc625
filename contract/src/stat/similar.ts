// Papers of an exam that resemble each other, for a person's review. Nothing here changes a mark.
import * as z from '../kernel/z.ts'
import { command, download, endpoints, fileReply, query } from '../kernel/endpoint.ts'
import { code, id, moment, pageOf, paging, text } from '../kernel/field.ts'

export const SimilarState = { queued: 0, running: 1, done: 2, failed: 3 } as const
export type SimilarState = (typeof SimilarState)[keyof typeof SimilarState]
/** near: of one department or address; sittings: of people who sat at another time, such as a make-up exam of the same template */
export const PairFamily = { near: 0, far: 1, sittings: 2 } as const
export type PairFamily = (typeof PairFamily)[keyof typeof PairFamily]
export const pairFamily = {
  [PairFamily.near]: '同部门或同地址',
  [PairFamily.far]: '不同部门',
  [PairFamily.sittings]: '不同场次',
} as const
export const PairLevel = { kept: 0, look: 1, first: 2 } as const
export type PairLevel = (typeof PairLevel)[keyof typeof PairLevel]
export const pairLevel = { [PairLevel.look]: '建议查看', [PairLevel.first]: '建议重点查看' } as const
export const PairState = { fresh: 0, looked: 1, ignored: 2, verdict: 3 } as const
export type PairState = (typeof PairState)[keyof typeof PairState]
export const pairState = {
  [PairState.fresh]: '未查看',
  [PairState.looked]: '已查看',
  [PairState.ignored]: '无需处理',
  [PairState.verdict]: '需要复核',
} as const

const person = z.object({
  paperId: z.string(),
  userName: z.string().meta({ title: '账号' }),
  realName: z.string().meta({ title: '姓名' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
})
const Facts = z.object({
  /** both papers came from one address that few others have; null: unknown, or shared by many */
  sameAddress: z.boolean().nullable(),
  /** short answers that share much of their text */
  texts: z.array(z.object({ quId: z.string(), share: z.number(), common: z.int() })),
})
export const SimilarPair = z.object({
  id: z.string(),
  a: person,
  b: person,
  family: code('范围', pairFamily),
  level: code('建议', pairLevel),
  common: z.int().meta({ title: '共同作答' }),
  same: z.int().meta({ title: '选项相同' }),
  sameWrong: z.int().meta({ title: '相同的错误选项' }),
  expected: z.number().meta({ title: '预计相同' }),
  /** equal answers at the same moment, more than chance explains; null: does not apply, because all have the questions in one order */
  together: z.int().nullable().meta({ title: '同时作答' }),
  textShare: z.number().nullable().meta({ title: '文字重合' }),
  facts: Facts,
  groupNo: z.int(),
  state: code('处理状态', pairState),
  version: z.int32(),
})
/** 1/100 points on the server, with fractions. */
const hundredths = (title: string) =>
  z.codec(z.number(), z.number(), { decode: (value) => value * 100, encode: (value) => Math.round(value) / 100 }).meta({ title })
const reason = z.enum(['pattern', 'fewAnswers'])
const asked = z.object({ examId: id('考试') })

export const examSimilar = endpoints('stat/similar', {
  run: command({
    title: '计算相似作答',
    permit: 'exam:similar:run',
    input: asked,
    output: z.object({ state: z.int() }),
  }),
  state: query({
    title: '相似作答概况',
    permit: 'exam:similar',
    input: asked,
    output: z.object({
      /** null: never computed */
      state: z.int().nullable(),
      problem: z.enum(['', 'few', 'unfit', 'long']),
      papers: z.int(),
      pairs: z.int(),
      /** papers have changed since */
      stale: z.boolean(),
      runTime: moment('计算时间').nullable(),
      seconds: z.number().nullable(),
      /** earlier exams of the same template whose papers were compared, too */
      earlier: z.array(z.object({ id: z.string(), title: z.string() })),
      /** shown pairs that the caller may see, and those of people outside of the data scope */
      shown: z.int(),
      hidden: z.int(),
      leftOut: z.array(z.object({ ...person.shape, reason })),
    }),
  }),
  paging: query({
    title: '相似作答列表',
    permit: 'exam:similar',
    input: paging({
      examId: id('考试'),
      level: code('建议', pairLevel).optional(),
      family: code('范围', pairFamily).optional(),
      state: code('处理状态', pairState).optional(),
      groupNo: z.int().min(1).max(1_000_000).meta({ title: '分组' }).optional(),
    }),
    output: pageOf(SimilarPair),
  }),
  groups: query({
    title: '相似作答分组',
    permit: 'exam:similar',
    input: asked,
    output: z.array(z.object({ groupNo: z.int(), pairs: z.int(), people: z.array(person) })),
  }),
  fast: query({
    title: '作答过快',
    permit: 'exam:similar',
    input: asked,
    output: z.array(z.object({ ...person.shape, share: z.number().meta({ title: '过快的正确作答占比' }), count: z.int() })),
  }),
  /** Whether the questions were fair, from the last comparison: figures of the whole exam, for callers who see all its papers. */
  fairness: query({
    title: '试题公平性',
    permit: 'exam:stat',
    input: asked,
    output: z.object({
      /** null: not computed, or the caller does not see all papers; other fields are then empty */
      computed: moment('计算时间').nullable(),
      /** papers have changed since */
      stale: z.boolean(),
      /**
       * The standard error of a score, in points, and how many papers lie within it of their pass mark; null: fewer than 30 papers, or not all have
       * the same questions
       */
      scoreError: z.object({ points: hundredths('成绩误差'), near: z.int().meta({ title: '及格线附近人数' }) }).nullable(),
      /** names of the two departments of `dif`; null: no two of 100 people */
      departs: z.tuple([z.string(), z.string()]).nullable(),
      questions: z.array(
        z.object({
          quId: z.string(),
          /** the sub-question of a composite; else empty */
          subId: z.string(),
          answers: z.int().meta({ title: '作答人数' }),
          /** discrimination and difficulty of the two-parameter logistic model, with their standard errors; null: below 200 answers */
          irt: z.object({ a: z.number(), b: z.number(), seA: z.number(), seB: z.number() }).nullable(),
          /** delta below 0: harder for the second department, at equal scores */
          dif: z.object({ delta: z.number(), level: z.enum(['A', 'B', 'C']) }).nullable(),
        }),
      ),
    }),
  }),
  /** A command, because each view leaves an audit row. */
  detail: command({
    title: '查看相似作答',
    permit: 'exam:similar',
    input: z.object({ pairId: id('相似作答') }),
    output: z.object({
      pair: SimilarPair,
      questions: z.array(
        z.object({
          item: z.string(),
          title: z.string(),
          /** letters of the bank, or the text of an answer */
          answerA: z.string(),
          answerB: z.string(),
          right: z.string(),
          timeA: moment('作答时间').nullable(),
          timeB: moment('作答时间').nullable(),
          relation: z.enum(['sameRight', 'sameWrong', 'different', 'notCompared']),
        }),
      ),
      notes: z.array(
        z.object({ state: code('处理状态', pairState), note: z.string(), createBy_dictText: z.string(), createTime: moment('时间') }),
      ),
    }),
  }),
  note: command({
    title: '记录相似作答的处理',
    permit: 'exam:similar',
    input: z.object({ pairId: id('相似作答'), version: z.int32().min(0), state: code('处理状态', pairState), note: text('说明', 500) }),
    output: z.object({ version: z.int32() }),
  }),
  export: download({
    title: '导出相似作答',
    permit: 'exam:similar',
    input: asked,
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
})
