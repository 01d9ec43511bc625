// The demo school: its charts show all its papers as soon as it is there.
import { assistMark } from '@shuyuan/contract/assist/mark/mark.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { totalExam } from '@shuyuan/contract/stat/exam-total.ts'
import { expect, test } from 'vitest'
import { sharedApp } from '../../test/people.ts'
import { seedDemo } from './demo.ts'

const app = await sharedApp()

test('a new demonstration shows the papers of a week ago in its charts', async () => {
  await seedDemo(app.app)
  const { count } = await app.db
    .selectFrom('paper')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(32)
  const days = await app.ok(totalExam.week, { days: 30 }, (await app.as('admin')).token)
  expect(days.reduce((sum, day) => sum + day.examCount, 0)).toBe(32)
})

test('short answers are marked in part, with second opinions that no model wrote', async () => {
  const { id: examId } = await app.db.selectFrom('exam').where('title', '=', '个人信息保护知识测试').select('id').executeTakeFirstOrThrow()
  const questions = await app.ok(assistMark.agreement, { examId }, (await app.as('admin')).token)
  // papers shuffle their questions
  const [first, second] = questions.toSorted((one, other) => other.n - one.n)
  expect(first).toMatchObject({ n: 12, hasRubric: true, anchored: 0 })
  expect(first!.exact).toBeLessThan(1)
  expect(second).toMatchObject({ n: 0, hasRubric: true })
  expect([first!.byRules, second!.byRules]).toEqual([first!.ready, second!.ready])
  expect(await app.db.selectFrom('assistCall').where('provider', '<>', 'rules').select('id').execute()).toEqual([])
})

test('a demonstration has every module on', async () => {
  await seedDemo(app.app)
  const { props } = await app.ok(config.detail, { id: '1' })
  expect(props).toMatchObject({ moduleExam: true, moduleCourse: true, moduleCert: true })
})

test('exams and courses begin and end at whole minutes, as people set them', async () => {
  const windows = [
    ...(await app.db.selectFrom('exam').select(['startTime', 'endTime']).execute()),
    ...(await app.db.selectFrom('course').select(['startTime', 'endTime']).execute()),
  ]
  const times = windows.flatMap((one) => [one.startTime, one.endTime]).filter((one) => one !== null)
  expect(times.length).toBeGreaterThan(5)
  expect(times.filter((one) => one.getTime() % 60_000 !== 0)).toEqual([])
})
