// Answering surveys: users with an account, and others by the link.
import * as z from '../kernel/z.ts'
import { endpoints, hot, query } from '../kernel/endpoint.ts'
import { choice, flag, id, moment, pageOf, paging } from '../kernel/field.ts'
import { SurveyAnswers } from './answer-check.ts'
import { ShownSurveyQuestion } from './question.ts'
import { surveyPhase, surveyRef } from './survey.ts'

const shown = {
  id: z.string(),
  title: z.string(),
  content: z.string(),
  thanks: z.string(),
  anonymous: z.boolean(),
  startTime: moment('开始时间').nullable(),
  endTime: moment('结束时间').nullable(),
  phase: choice('阶段', surveyPhase),
  /** none before the survey begins and after it ends */
  questions: z.array(ShownSurveyQuestion),
}
/** The key in the link of a survey. */
const linkKey = z.string().regex(/^[\w-]{22}$/)
const answers = SurveyAnswers.meta({ title: '答案', control: 'answers' })

export const surveyAnswer = endpoints('survey/answer', {
  detail: query({
    title: '填写问卷',
    permit: 'any',
    input: z.object({ id: id('问卷') }),
    output: z.object({ ...shown, answered: z.boolean() }),
  }),
  /** Hot: an audit row would tell who answered an anonymous survey when. A second answer of the same user is not stored, and answered the same. */
  save: hot({
    title: '提交问卷',
    permit: 'any',
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({ id: id('问卷'), answers }),
    output: z.object({ /** false: an answer of this user was stored before */ stored: z.boolean() }),
  }),
  mine: query({
    title: '我的问卷',
    permit: 'any',
    input: paging({
      answered: flag('已填写'),
      /** those that follow this course, exam or live lesson */
      refType: choice('关联', surveyRef),
      refId: id('关联对象'),
    }),
    output: pageOf(
      z.object({
        id: id('问卷'),
        title: z.string().meta({ title: '问卷名称' }),
        anonymous: flag('匿名填写'),
        startTime: moment('开始时间').nullable(),
        endTime: moment('结束时间').nullable(),
        phase: choice('阶段', surveyPhase),
        questions: z.int().meta({ title: '题数' }),
        answered: flag('已填写'),
      }),
    ),
  }),
  'public-detail': query({
    title: '凭链接填写问卷',
    permit: '-',
    rate: { by: 'ip', max: 120, seconds: 60 },
    input: z.object({ key: linkKey }),
    output: z.object({ ...shown, captcha: z.boolean() }),
  }),
  /** `browser`: made by the page and kept in the browser, which answers once */
  'public-save': hot({
    title: '凭链接提交问卷',
    permit: '-',
    mostBytes: 1_500_000,
    rate: { by: 'ip', max: 60, seconds: 60 },
    input: z.object({
      key: linkKey,
      browser: z.uuid(),
      answers,
      captchaKey: z.string().max(64).optional(),
      captchaValue: z.string().max(20).optional(),
    }),
    output: z.object({ stored: z.boolean() }),
  }),
})
