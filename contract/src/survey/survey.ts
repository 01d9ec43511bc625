// Surveys in the back office: building, publishing, results (docs/decisions/0198).
import * as z from '../kernel/z.ts'
import { command, download, endpoints, fileReply, query } from '../kernel/endpoint.ts'
import { choice, code, count, flag, id, ids, keyword, moment, optionalText, pageOf, paging, sound, text } from '../kernel/field.ts'
import { sayKernel } from '../kernel/kernel.texts.ts'
import { encoded } from '../kernel/message.ts'
import { audienceReach, NoticeState } from '../notify/reach.ts'
import { audienceLists, OpenType, storedAudience } from '../people/user/open-type.ts'
import { audienceChosen } from '../people/user/audience-chosen.ts'
import { checkQuestions, MOST_SURVEY_QUESTIONS, ShownSurveyQuestion, SurveyQuestion } from './question.ts'
import { say } from './survey.texts.ts'

export const surveyOpenType = { [OpenType.all]: '完全公开', [OpenType.departs]: '指定部门', [OpenType.persons]: '指定人员' } as const
export const SurveyState = { draft: 0, open: 1, closed: 2 } as const
export type SurveyState = (typeof SurveyState)[keyof typeof SurveyState]
export const surveyState = { [SurveyState.draft]: '草稿', [SurveyState.open]: '已发布', [SurveyState.closed]: '已停止' } as const
export const surveyPhase = { waiting: '未开始', open: '进行中', closed: '已结束' } as const
export type SurveyPhase = keyof typeof surveyPhase
/** What a survey follows; empty: it stands by itself. */
export const surveyRef = { course: '课程', exam: '考试', live: '直播', path: '培养方案' } as const
export type SurveyRef = keyof typeof surveyRef

/** Fewer answers are not shown: those of an anonymous survey, and those of one department. */
export const FEWEST_ANSWERS = 5

const state = code('状态', surveyState)
const phase = choice('阶段', surveyPhase)
const settings = {
  title: text('问卷名称', 100),
  /** plain text */
  content: optionalText('问卷说明', 2_000),
  /** shown after answering; plain text */
  thanks: optionalText('结束语', 500),
  /** the writer of an answer cannot be found, in the database either */
  anonymous: flag('匿名填写'),
  startTime: moment('开始时间').nullable(),
  endTime: moment('结束时间').nullable(),
  openType: code('开放类型', surveyOpenType),
  /** by its link, for people without an account */
  open: flag('凭链接填写'),
  /** of the link */
  captcha: flag('填写图形验证码'),
  refType: z.union([z.literal(''), choice('关联', surveyRef)]).meta({ title: '关联', control: 'choice', options: surveyRef }),
  refId: z
    .string()
    .regex(/^(\d{1,18})?$/)
    .meta({ title: '关联对象' }),
}

/** What a form may leave out. */
const filled = {
  ...settings,
  anonymous: settings.anonymous.default(true),
  startTime: settings.startTime.default(null),
  endTime: settings.endTime.default(null),
  openType: settings.openType.default(OpenType.all),
  open: settings.open.default(false),
  captcha: settings.captcha.default(true),
  refType: settings.refType.default(''),
  refId: settings.refId.default(''),
}

const SurveyForm = audienceChosen(
  z.object({
    id: id('问卷').optional(),
    version: z.int32().optional(),
    ...filled,
    questions: z
      .array(SurveyQuestion, { error: encoded(say('surveyEmpty')) })
      .min(1, encoded(say('surveyEmpty')))
      .max(MOST_SURVEY_QUESTIONS)
      .superRefine(checkQuestions)
      .meta({ title: '题目', control: 'questions' }),
    ...audienceLists,
  }),
)
  .refine((form) => form.startTime === null || form.endTime === null || form.endTime > form.startTime, {
    when: sound('startTime', 'endTime'),
    path: ['endTime'],
    error: encoded(sayKernel('endBeforeStart')),
  })
  .refine((form) => form.refType === '' || form.refId !== '', {
    when: sound('refType', 'refId'),
    path: ['refId'],
    error: encoded(sayKernel('unchosen', { label: '关联对象' })),
  })

const one = z.object({ id: id('问卷') })

const SurveyRow = z.object({
  id: id('问卷'),
  title: settings.title,
  anonymous: settings.anonymous,
  open: settings.open,
  state,
  phase,
  startTime: moment('开始时间').nullable(),
  endTime: moment('结束时间').nullable(),
  answers: count('已填写'),
  createBy_dictText: z.string().meta({ title: '创建人' }),
  createTime: moment('创建时间'),
})

const Counted = z.object({ /** an option, or a number as text */ key: z.string(), n: z.int() })

export const SurveyResult = z.object({
  id: z.string(),
  title: z.string(),
  anonymous: z.boolean(),
  state,
  phase,
  /** answers that are counted here */
  answers: z.int(),
  /** users of the audience */
  people: z.int(),
  /** fewer than FEWEST_ANSWERS have answered an anonymous survey: no question is shown */
  few: z.boolean(),
  /** departments with FEWEST_ANSWERS answers or more; none for an anonymous survey, whose answers name no department */
  departs: z.array(z.object({ deptCode: z.string(), deptName: z.string(), answers: z.int() })),
  questions: z.array(
    z.object({
      ...ShownSurveyQuestion.pick({ id: true, type: true, title: true, options: true, rows: true, steps: true, low: true, high: true })
        .shape,
      /** how many answered it */
      answered: z.int(),
      counts: z.array(Counted),
      /** of a matrix, by row */
      rowCounts: z.array(z.object({ row: z.string(), counts: z.array(Counted) })),
      /** of rating and nps */
      mean: z.number().nullable(),
      /** promoters (9, 10) minus detractors (0 to 6), in percent */
      nps: z.number().nullable(),
      /** in no order, some of them */
      texts: z.array(z.string()),
    }),
  ),
})
export type SurveyResult = z.input<typeof SurveyResult>

export const survey = endpoints('survey/survey', {
  paging: query({
    title: '问卷列表',
    permit: 'survey:list',
    input: paging({ title: keyword('问卷名称'), state: state.optional(), phase: phase.optional() }),
    output: pageOf(SurveyRow),
  }),
  detail: query({
    title: '问卷详情',
    permit: 'survey:list',
    input: one,
    output: z.object({
      ...SurveyRow.omit({ answers: true, createBy_dictText: true }).shape,
      ...settings,
      version: z.int32(),
      questions: z.array(ShownSurveyQuestion),
      audience: z.object(storedAudience),
      refTitle: z.string(),
      /** the path of the page for people without an account; '' where the link is off */
      link: z.string(),
      /** questions and options stay: it has answers */
      locked: z.boolean(),
    }),
  }),
  save: command({
    title: '保存问卷',
    permit: ['survey:add', 'survey:update'],
    addOrUpdate: true,
    input: SurveyForm,
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除问卷', rehearsable: true, permit: 'survey:delete', input: ids('问卷'), output: z.literal(true) }),
  /** shown before publishing: the users of the audience, and the notice that they can get */
  reach: query({
    title: '问卷范围人数',
    permit: 'survey:update',
    input: one,
    output: z.object({ ...audienceReach, noticeState: NoticeState }),
  }),
  /** shows it to its audience; `notify`: with the notice in their inbox, once for a survey */
  publish: command({
    title: '发布问卷',
    permit: 'survey:update',
    input: one.extend({ notify: z.boolean().default(false) }),
    output: z.object({ sent: z.int() }),
  }),
  /** stops surveys, or opens them again */
  state: command({
    title: '修改问卷状态',
    permit: 'survey:update',
    input: ids('问卷').extend({ state: code('状态', { [SurveyState.open]: '已发布', [SurveyState.closed]: '已停止' }) }),
    output: z.literal(true),
  }),
  result: query({
    title: '问卷结果',
    permit: 'survey:result',
    input: one.extend({ deptCode: z.string().max(60).default('') }),
    output: SurveyResult,
  }),
  export: download({
    title: '导出问卷答案',
    permit: 'survey:result',
    input: one,
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
})
