// The first steps: each ticks itself once its data is there, and only users with its tag see a step.
import { BackupOrigin, BackupState } from '@shuyuan/contract/operation/backup.ts'
import { statFirst, stepTitles, statWork } from '@shuyuan/contract/stat/total.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const { app, admin } = await startWith()
const DAY_S = 86_400
const stepsOf = async (token: string) => {
  // figures may be half a minute old
  app.clock.advance(31)
  return (await app.ok(statWork.todo, {}, token)).steps
}
const done = async () => (await stepsOf(admin.token)).filter((step) => step.done).map((step) => step.name)

test('a new site has them all, and each is ticked by what it makes', async () => {
  const site = await app.ok(config.detail, {}, admin)
  await app.ok(config.save, { ...site, props: { ...site.props, moduleCert: true } }, admin)
  expect((await stepsOf(admin.token)).map((step) => step.name)).toEqual(Object.keys(stepTitles))
  expect(await done()).toEqual(['site'])
  const { deptCode } = await rootDepart(app.db)
  await makeDepart(app.db, deptCode, '北店')
  expect(await done()).toEqual(['site', 'departs'])
  await app.enrol({ userName: 'teacher', roleType: RoleType.staff, roles: ['教师'] })
  expect(await done()).toEqual(['site', 'departs', 'people', 'roles'])
  await app.db.insertInto('sysProp').values({ type: 'mail', provider: 'smtp', data: '{}', active: true }).execute()
  await app.db
    .insertInto('sysBackup')
    .values({ state: BackupState.good, startTime: app.clock.now(), endTime: app.clock.now(), origin: BackupOrigin.night })
    .execute()
  await makeRepo(app.ctx())
  const file = await makeFile(app.ctx(), Buffer.from('%PDF-1.4 x'), 'a.pdf', { title: '讲义' })
  await makeCourse(app.ctx(), { title: '礼仪', files: [{ fileId: file, minSec: 60 }] })
  expect(await done()).toEqual(['site', 'departs', 'people', 'roles', 'mail', 'backup', 'bank', 'course'])
})

test('the starting password is a step of the first administrator, until it is changed', async () => {
  expect(await done()).not.toContain('password')
  await app.db.updateTable('sysUser').set({ passwordHash: 'another' }).where('id', '=', admin.id).execute()
  expect(await done()).toContain('password')
})

test('others see the steps that they may do', async () => {
  const office = await enrolWith(app, { userName: 'office' }, ['sys:user:add', 'sys:depart:add'], DataScope.all)
  expect((await stepsOf(office.token)).length).toBe(0)
  const keeper = await enrolWith(app, { userName: 'keeper' }, ['sys:user:add', 'cert:add'], DataScope.all)
  expect(await stepsOf(keeper.token)).toEqual([
    { name: 'people', done: true },
    { name: 'cert', done: false },
  ])
})

test('the steps alone are what the home page shows, and a learner has none', async () => {
  const alone = await app.ok(statFirst['first-steps'], {}, admin)
  expect(alone.map(({ key, done: isDone }) => ({ name: key, done: isDone }))).toEqual(await stepsOf(admin.token))
  const learner = await app.enrol({ userName: 'steps-learner' })
  expect(await app.ok(statFirst['first-steps'], {}, learner)).toEqual([])
  const helper = await enrolWith(app, { userName: 'steps-helper' }, ['course:add'], DataScope.own)
  // the only step of theirs is done
  expect(await app.ok(statFirst['first-steps'], {}, helper)).toEqual([])
})

test('a site of more than two months has none', async () => {
  app.clock.advance(61 * DAY_S)
  expect(await stepsOf((await app.as('admin')).token)).toEqual([])
})
