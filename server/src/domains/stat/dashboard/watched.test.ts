import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { statWork } from '@shuyuan/contract/stat/total.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { setUpExam } from '../../paper/exam-setup.factory.ts'

const { app, admin } = await startWith()
const DAY_MS = 86_400_000

test('lists for invigilators what runs and what comes', async () => {
  const guard = await app.enrol({ userName: 'guard', roleType: RoleType.staff, roles: ['监考员'] })
  const at = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS)
  const made = async (title: string, from: number, to: number) => {
    const { examId: id } = await setUpExam(app.ctx(), { title, startTime: at(from), endTime: at(to) }, { single: 1 })
    return id
  }
  const soon = await made('三天后', 3, 4)
  const running = await made('正在考', -1, 0.5)
  await made('已结束', -2, -1)
  await made('下个月', 30, 31)
  const { watched } = await app.ok(statWork.todo, {}, guard)
  expect(watched.map((one) => [one.id, one.running])).toEqual([
    [running, true],
    [soon, false],
  ])
  expect((await app.ok(statWork.todo, {}, admin)).watched, 'the dashboard has lists of its own').toEqual([])
})
