// Statements for a learning record store: xAPI 1.0.3.
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import { randomUUID } from 'node:crypto'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'

const VERB = 'http://adlnet.gov/expapi/verbs/'
const ACTIVITY = 'http://adlnet.gov/expapi/activities/'
/** as the registry of xAPI names surveys; ADL has no type for them */
const SURVEY = 'http://id.tincanapi.com/activitytype/survey'
/** as the registry of xAPI names assignments */
const ASSIGNMENT = 'http://id.tincanapi.com/activitytype/school-assignment'
/** as Activity Streams names a hand-in; ADL has no verb for it */
const SUBMIT = 'http://activitystrea.ms/schema/1.0/submit'
const verbs = { completed: '完成', passed: '通过', failed: '未通过', responded: '填写', submitted: '提交' } as const

export type Learnt =
  | { kind: 'course'; id: string; title: string }
  | { kind: 'survey'; id: string; title: string }
  | { kind: 'assignment'; id: string; title: string }
  | { kind: 'path'; id: string; title: string }
  | { kind: 'exam'; id: string; title: string; score: number; totalScore: number; passed: boolean }
type Told = { userName: string; at: Date; homePage: string }

function typeOf(kind: Learnt['kind']): string {
  if (kind === 'survey') return SURVEY
  if (kind === 'assignment') return ASSIGNMENT
  // ADL has no type for a row of courses
  return `${ACTIVITY}${kind === 'exam' ? 'assessment' : 'course'}`
}

/** The statements of a finished course or learning path (completed), an answered survey (responded), an assignment that was handed in (submitted) or of a marked paper (completed, and passed or failed); scores in 1/100 point. */
export function statementsOf(learnt: Learnt, { userName, at, homePage }: Told): object[] {
  const site = withoutSlash(homePage)
  const statement = (verb: keyof typeof verbs, result: object) => ({
    id: randomUUID(),
    actor: { objectType: 'Agent', account: { homePage: site, name: userName } },
    verb: { id: verb === 'submitted' ? SUBMIT : `${VERB}${verb}`, display: { 'zh-CN': verbs[verb], 'en-US': verb } },
    object: {
      objectType: 'Activity',
      id: `${site}/xapi/${learnt.kind}/${learnt.id}`,
      definition: { type: typeOf(learnt.kind), name: { 'zh-CN': learnt.title } },
    },
    result,
    timestamp: at.toISOString(),
  })
  if (learnt.kind === 'assignment') return [statement('submitted', { completion: true })]
  if (learnt.kind === 'survey') return [statement('responded', { completion: true })]
  if (learnt.kind === 'course' || learnt.kind === 'path') return [statement('completed', { completion: true })]
  const score = scoreOf(learnt)
  return [
    statement('completed', { completion: true, score }),
    statement(learnt.passed ? 'passed' : 'failed', { success: learnt.passed, completion: true, score }),
  ]
}

/** `scaled` is missing for a paper without points, and lies between -1 and 1 whatever was added. */
function scoreOf({ score, totalScore }: { score: number; totalScore: number }) {
  const raw = Number(formatPoints(score))
  if (totalScore <= 0) return { raw }
  const max = Math.max(Number(formatPoints(totalScore)), raw)
  return { scaled: Math.min(1, Math.round((score / totalScore) * 10_000) / 10_000), raw, min: 0, max }
}
