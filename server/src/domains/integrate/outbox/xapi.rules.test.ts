import { describe, expect, test } from 'vitest'
import { statementsOf } from './xapi.rules.ts'

const told = { userName: 'ann', at: new Date('2026-11-23T02:00:00Z'), homePage: 'https://exam.school.example/' }
const exam = { kind: 'exam', id: '12', title: '消防安全', score: 8_650, totalScore: 10_000, passed: true } as const
type Statement = { id: string; result: { score?: object }; verb: { id: string }; object: object; timestamp: string }
const made = (learnt: Parameters<typeof statementsOf>[0]) => statementsOf(learnt, told) as Statement[]

describe('statements of a paper', () => {
  test('say that it was completed and passed, with the score', () => {
    const [completed, passed] = made(exam)
    const score = { scaled: 0.865, raw: 86.5, min: 0, max: 100 }
    expect(completed).toMatchObject({ verb: { id: 'http://adlnet.gov/expapi/verbs/completed' }, result: { completion: true, score } })
    expect(passed).toMatchObject({ verb: { id: 'http://adlnet.gov/expapi/verbs/passed' }, result: { success: true, score } })
    expect(passed?.object).toMatchObject({ id: 'https://exam.school.example/xapi/exam/12', definition: { name: { 'zh-CN': '消防安全' } } })
    expect(passed?.timestamp).toBe('2026-11-23T02:00:00.000Z')
    expect(completed?.id).not.toBe(passed?.id)
  })

  test('stay within the bounds of xAPI with additional points, and without points', () => {
    expect(made({ ...exam, score: 11_000 })[1]?.result.score).toEqual({ scaled: 1, raw: 110, min: 0, max: 110 })
    expect(made({ ...exam, score: 0, totalScore: 0, passed: false })[1]?.result.score).toEqual({ raw: 0 })
  })
})

test('a course was completed', () => {
  expect(made({ kind: 'course', id: '3', title: '入职培训' })).toMatchObject([
    { object: { id: 'https://exam.school.example/xapi/course/3' } },
  ])
})

test.each([
  ['survey', 'http://adlnet.gov/expapi/verbs/responded', 'http://id.tincanapi.com/activitytype/survey'],
  ['assignment', 'http://activitystrea.ms/schema/1.0/submit', 'http://id.tincanapi.com/activitytype/school-assignment'],
  ['path', 'http://adlnet.gov/expapi/verbs/completed', 'http://adlnet.gov/expapi/activities/course'],
] as const)('of a %s one statement is made', (kind, verb, type) => {
  expect(made({ kind, id: '5', title: '上岗' })).toMatchObject([
    {
      verb: { id: verb },
      object: { id: `https://exam.school.example/xapi/${kind}/5`, definition: { type } },
      result: { completion: true },
    },
  ])
})
