// Surveys for tests and demo data.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { survey } from '@shuyuan/contract/survey/survey.ts'
import type { SurveyAnswers } from '@shuyuan/contract/survey/answer-check.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { addAnonymousAnswer, addAnonymousReceipt, randomId } from './anonymous.service.ts'
import { publishSurvey } from './publish.service.ts'
import { saveSurvey } from './survey.service.ts'

const options = (...texts: string[]) => texts.map((text, at) => ({ id: `o${at + 1}`, text }))

/** One question of each type; the third is shown after the answers 一般 and 不满意. */
export const sampleQuestions: Body<typeof survey.save>['questions'] = [
  { id: 'q1', type: 'single', title: '您对这次培训满意吗？', options: options('满意', '一般', '不满意') },
  { id: 'q2', type: 'multiple', title: '哪些内容对您有帮助？', options: options('课件', '练习', '考试', '直播'), most: 3, required: false },
  { id: 'q3', type: 'text', title: '哪里可以做得更好？', showIf: { question: 'q1', values: ['o2', 'o3'] } },
  { id: 'q4', type: 'rating', title: '请为讲师打分', steps: 5, low: '不满意', high: '很满意' },
  { id: 'q5', type: 'nps', title: '您愿意向同事推荐这门课程吗？', low: '完全不愿意', high: '非常愿意' },
  {
    id: 'q6',
    type: 'matrix',
    title: '请评价以下各项',
    options: options('好', '中', '差'),
    rows: [
      { id: 'r1', text: '课程难度' },
      { id: 'r2', text: '教学环境' },
    ],
    required: false,
  },
]

/** Makes and publishes a survey of everybody. */
export async function makeSurvey(ctx: Ctx, overrides: Partial<Body<typeof survey.save>> = {}): Promise<{ id: string }> {
  const form = survey.save.input.parse({ title: '培训满意度调查', openType: OpenType.all, questions: sampleQuestions, ...overrides })
  const { id } = await saveSurvey(ctx, form)
  await publishSurvey(ctx, { id, notify: false })
  return { id }
}

/** Stores an answer of an anonymous survey. */
export async function answerAnonymously(ctx: Ctx, surveyId: string, userId: string, answers: SurveyAnswers): Promise<void> {
  await addAnonymousReceipt(ctx, { surveyId, userId })
  await addAnonymousAnswer(ctx, { id: randomId(), surveyId, answers: json(answers) })
}
