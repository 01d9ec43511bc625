// Notifications that are sent later: checked when they are planned, sent at their time in the name of their sender, or cancelled.
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { notify } from '@shuyuan/contract/notify/notify.ts'
import { notifyPlan } from '@shuyuan/contract/notify/plan.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import type { Person } from '../../../test/start-app.ts'
import { setUpExam } from '../paper/exam-setup.factory.ts'
import { makeUser } from '../people/user/user.factory.ts'
import { sendPlanned } from './plan.service.ts'

const { app, admin, learner } = await startWith('learner')
const ann = await app.enrol({ userName: 'ann', realName: '安然' })
const HOUR = 3_600
const inHours = (hours: number) => toWallClock(new Date(app.clock.now().getTime() + hours * HOUR * 1_000))
const text = { title: '{{realName}}，明天见', content: '八点。', channels: ['msg' as const], audience: { userIds: [ann.id] } }
const titlesOf = async (person: Person) => (await app.ok(msg.paging, {}, person)).records.map((one) => one.title)
const plans = async () => (await app.ok(notifyPlan.paging, { params: {} }, admin)).records

test('counts whom an audience reaches', async () => {
  expect(await app.ok(notify.reach, { audience: { userIds: [ann.id] }, refType: '', refId: '' }, admin)).toEqual({ people: 1 })
  expect(await app.ok(notify.reach, { audience: {}, refType: '', refId: '' }, admin)).toEqual({ people: 0 })
  const { examId } = await setUpExam(app.ctx(), { openType: ExamOpenType.persons, userIds: [ann.id] }, { single: 1 })
  expect(await app.ok(notify.reach, { audience: { ref: true }, refType: 'exam', refId: examId }, admin)).toEqual({ people: 1 })
  expect((await app.call(notify.reach, { audience: { all: true }, refType: '', refId: '' }, learner)).msg).not.toBe('')
})

test('a planned notification waits for its time and is sent once', async () => {
  expect(await app.ok(notify.send, { ...text, sendAt: inHours(2) }, admin)).toEqual({ sent: 0, waiting: 0, failed: 0, planned: true })
  expect(await sendPlanned(app.app)).toBe(0)
  expect(await titlesOf(ann)).toEqual([])
  expect(await plans()).toMatchObject([{ title: text.title, state: 'waiting', state_dictText: '待发送' }])
  app.clock.advance(3 * HOUR)
  expect(await sendPlanned(app.app)).toBe(1)
  expect(await sendPlanned(app.app)).toBe(0)
  const again = await app.as('ann')
  expect(await titlesOf(again)).toEqual(['安然，明天见'])
})

test('is refused at once with what could not be sent later', async () => {
  const { token } = await app.as('admin')
  const plan = (more: object) => app.call(notify.send, { ...text, sendAt: inHours(1), ...more }, token)
  expect((await plan({ sendAt: inHours(-1) })).fields).toEqual([{ field: 'sendAt', msg: '发送时间应晚于现在' }])
  expect((await plan({ sendAt: inHours(24 * 400) })).fields).toEqual([{ field: 'sendAt', msg: '发送时间应在一年以内' }])
  expect((await plan({ content: '{{examTitle}}' })).fields[0]?.field).toBe('content')
  expect((await plan({ audience: { userIds: ['999999'] } })).msg).toBe('没有可以通知的人员')
})

test('carries the values that the exam has then, with its address', async () => {
  const { token } = await app.as('admin')
  const { examId } = await setUpExam(app.ctx(), { title: '旧名', openType: ExamOpenType.persons, userIds: [ann.id] }, { single: 1 })
  const about = { title: '{{examTitle}}', content: '{{link}}', refType: 'exam', refId: examId, audience: { ref: true } }
  await app.ok(notify.send, { ...text, ...about, sendAt: inHours(1) }, token)
  await app.db.updateTable('exam').set({ title: '新名' }).where('id', '=', examId).execute()
  app.clock.advance(2 * HOUR)
  expect(await sendPlanned(app.app)).toBe(1)
  const [newest] = (await app.ok(msg.paging, {}, await app.as('ann'))).records
  expect(newest).toMatchObject({ title: '新名', refType: 'exam', refId: examId })
  expect(newest?.content).toMatch(new RegExp(`^https?://.+/web/exam/check/${examId}$`))
})

test('is cancelled while it waits, by people of the same data scope', async () => {
  const { token } = await app.as('admin')
  await app.ok(notify.send, { ...text, title: '取消我', sendAt: inHours(1) }, token)
  const of = async (title: string) =>
    (await app.ok(notifyPlan.paging, { params: { title } }, token)).records.map(({ id, state }) => ({ id, state }))
  const [waiting] = await of('取消我')
  const menus = await app.db.selectFrom('sysMenu').where('permissionTag', 'in', ['notify:send', 'notify:log:list']).select('id').execute()
  const { id: roleId } = await app.db
    .insertInto('sysRole')
    .values({ roleName: '只发自己的', dataScope: DataScope.own })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('sysRoleMenu')
    .values(menus.map((menu) => ({ roleId, menuId: menu.id })))
    .execute()
  await makeUser(app.db, { userName: 'writer', realName: '文', roleType: RoleType.staff, roles: ['只发自己的'] })
  const writer = await app.as('writer')
  expect((await app.ok(notifyPlan.paging, { params: {} }, writer)).total).toBe(0)
  await app.ok(notifyPlan.cancel, { ids: [waiting!.id] }, writer)
  expect(await of('取消我')).toEqual([{ id: waiting!.id, state: 'waiting' }])
  await app.ok(notifyPlan.cancel, { ids: [waiting!.id] }, token)
  expect(await of('取消我')).toEqual([{ id: waiting!.id, state: 'cancelled' }])
})

test('fails, and says why, where its sender has left; those behind it are sent', async () => {
  const writer = await app.as('writer')
  const own = { ...text, audience: { userIds: [writer.id] } }
  await app.ok(notify.send, { ...own, title: '走了', sendAt: inHours(1) }, writer)
  await app.ok(notify.send, { ...text, title: '还在', sendAt: inHours(1) }, await app.as('admin'))
  await app.db.updateTable('sysUser').set({ state: UserState.disabled }).where('userName', '=', 'writer').execute()
  app.clock.advance(2 * HOUR)
  expect(await sendPlanned(app.app)).toBe(2)
  const { records } = await app.ok(notifyPlan.paging, { size: 2 }, await app.as('admin'))
  expect(records.map(({ title, state, error }) => ({ title, state, error }))).toEqual(
    expect.arrayContaining([
      { title: '走了', state: 'failed', error: '发送人已停用，或没有发送通知的权限' },
      { title: '还在', state: 'sent', error: '' },
    ]),
  )
})
