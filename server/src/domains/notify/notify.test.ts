// Notifications: texts are checked, each user gets one message, and only users whom the sender may reach.
import { exam as examCalls, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { notifyLog } from '@shuyuan/contract/notify/log.ts'
import { notify } from '@shuyuan/contract/notify/notify.ts'
import { notifyTmpl, NotifyTmplState } from '@shuyuan/contract/notify/tmpl.ts'
import { msg, ReadState } from '@shuyuan/contract/message/msg.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import type { Person } from '../../../test/start-app.ts'
import { setUpExam } from '../paper/exam-setup.factory.ts'
import { makeDepart } from '../people/org/depart.factory.ts'
import { makeUser } from '../people/user/user.factory.ts'
import { deleteOldNotifyLogs } from './log.service.ts'

const { app, admin } = await startWith()
const { deptCode: root } = await app.db.selectFrom('sysDepart').where('parentId', 'is', null).select('deptCode').executeTakeFirstOrThrow()
const kitchen = await makeDepart(app.db, root, '后厨')
const ann = await app.enrol({ userName: 'ann', realName: '安然', deptCode: kitchen, mobile: '13800000001' })
await makeUser(app.db, { userName: 'bob', realName: '鲍勃', deptCode: kitchen })
await makeUser(app.db, { userName: 'left', realName: '离职', deptCode: kitchen, state: UserState.disabled })
await makeUser(app.db, { userName: 'cleo', realName: '克里奥' })

const inboxOf = async (person: Person) => (await app.ok(msg.paging, {}, person.token)).records
const send = (more: object) => app.call(notify.send, { channels: ['msg'], audience: { deptCodes: [kitchen] }, ...more }, admin.token)
const tmplBody = { title: '通知', content: '{{realName}}，您好', event: 'custom' as const, channels: ['msg' as const] }

describe('a template', () => {
  test('accepts the variables of its event and no others', async () => {
    const exam = { ...tmplBody, event: 'exam' as const, content: '{{ realName }}：{{examTitle}}于{{startTime}}开始' }
    const { id } = await app.ok(notifyTmpl.save, exam, admin.token)
    expect(await app.ok(notifyTmpl.detail, { id }, admin.token)).toMatchObject({
      content: exam.content,
      event: 'exam',
      state: NotifyTmplState.enabled,
    })
    const wrong = await app.call(notifyTmpl.save, { ...exam, event: 'custom' }, admin.token)
    expect(wrong.fields).toEqual([{ field: 'content', msg: '没有变量 examTitle，请从可用变量中选择' }])
    const broken = await app.call(notifyTmpl.save, { ...tmplBody, title: '你好 {{realName' }, admin.token)
    expect(broken.fields[0]?.field).toBe('title')
    expect((await app.call(notifyTmpl.save, { ...tmplBody, content: '{{constructor}}' }, admin.token)).code).toBe(errors.badInput[0])
    await app.ok(notifyTmpl.save, { ...exam, id, title: '改过的通知' }, admin.token)
    expect((await app.ok(notifyTmpl.paging, { params: { title: '改过' } }, admin.token)).total).toBe(1)
    await app.ok(notifyTmpl.delete, { ids: [id] }, admin.token)
    expect((await app.call(notifyTmpl.detail, { id }, admin.token)).code).toBe(errors.notFound[0])
  })
})

describe('sending', () => {
  test('adds a personal text to the inbox of each active user, once', async () => {
    const { data } = await send({
      title: '{{deptName}}培训',
      content: '{{ realName }}（{{userName}}），请参加。',
      audience: { deptCodes: [kitchen], userIds: [ann.id] },
    })
    expect(data).toEqual({ sent: 2, waiting: 0, failed: 0 })
    expect(await inboxOf(ann)).toEqual([
      expect.objectContaining({ title: '后厨培训', content: '安然（ann），请参加。', readState: ReadState.unread }),
    ])
    const { records } = await app.ok(notifyLog.paging, { params: { title: '后厨培训' } }, admin.token)
    expect(records.map((row) => [row.realName, row.channel_dictText, row.state_dictText])).toEqual([
      ['鲍勃', '站内消息', '已发送'],
      ['安然', '站内消息', '已发送'],
    ])
    expect(records[0]?.createBy_dictText).not.toBe('')
  })

  test('refuses texts without a value, unknown types, and empty audiences', async () => {
    const text = { title: '标题', content: '内容' }
    expect((await send({ ...text, content: '{{examTitle}}' })).fields[0]?.field).toBe('content')
    expect((await send({ ...text, refType: 'moon', refId: '1' })).fields[0]?.field).toBe('refType')
    expect((await send({ ...text, refType: 'exam', refId: "1' or" })).code).toBe(errors.notFound[0])
    expect((await send({ ...text, audience: {} })).msg).toBe('请选择接收人')
    expect((await send({ ...text, audience: { userIds: ['999999'] } })).msg).toBe('没有可以通知的人员')
    expect((await send({ ...text, channels: [] })).msg).toBe('请选择发送渠道')
    expect((await send({ channels: ['msg'] })).fields.map((one) => one.field)).toEqual(['title', 'content'])
    const { id } = await app.ok(notifyTmpl.save, { ...tmplBody, state: NotifyTmplState.disabled }, admin.token)
    expect((await send({ tmplId: id })).msg).toBe('消息模板已停用')
  })

  test('is limited to the sender’s data scope', async () => {
    const { id: roleId } = await app.db
      .insertInto('sysRole')
      .values({ roleName: '分部通知', dataScope: DataScope.branch })
      .returning('id')
      .executeTakeFirstOrThrow()
    const menus = await app.db.selectFrom('sysMenu').where('permissionTag', 'in', ['notify:send', 'notify:log:list']).select('id').execute()
    await app.db
      .insertInto('sysRoleMenu')
      .values(menus.map((menu) => ({ roleId, menuId: menu.id })))
      .execute()
    await makeUser(app.db, { userName: 'chef', realName: '主厨', roleType: RoleType.staff, deptCode: kitchen, roles: ['分部通知'] })
    const chef = await app.as('chef')
    const { data } = await app.call(
      notify.send,
      { title: '只到本部门', content: 'x', channels: ['msg'], audience: { all: true } },
      chef.token,
    )
    expect(data).toEqual({ sent: 3, waiting: 0, failed: 0 })
    const seen = await app.ok(notifyLog.paging, {}, chef.token)
    expect(seen.records.map((row) => row.realName)).not.toContain('克里奥')
    await send({ title: '全员', content: 'x', audience: { all: true } })
    expect((await app.ok(notifyLog.paging, { params: { title: '全员', realName: '克里奥' } }, chef.token)).total).toBe(0)
    expect((await app.ok(notifyLog.paging, { params: { title: '全员', realName: '克里奥' } }, admin.token)).total).toBe(1)
  })
})

describe('an exam', () => {
  test('prepares its users, text and values, and fills them in', async () => {
    const { examId } = await setUpExam(
      app.ctx(),
      { title: '消防考试', openType: ExamOpenType.departs, deptCodes: [kitchen] },
      { single: 1 },
    )
    const draft = await app.ok(examCalls['prepare-notify'], { id: examId }, admin.token)
    expect(draft).toMatchObject({ count: 2, channels: ['msg', 'sms', 'mail'], variables: { examTitle: '消防考试' }, tmpl: { id: null } })
    const { tmpl } = draft
    const { data } = await send({ title: tmpl.title, content: tmpl.content, refType: 'exam', refId: examId, audience: { ref: true } })
    expect(data).toEqual({ sent: 2, waiting: 0, failed: 0 })
    const [newest] = await inboxOf(ann)
    expect(newest).toMatchObject({ title: '考试通知：消防考试', refType: 'exam', refId: examId })
    expect(newest?.content).toContain('安然，您好！')
    expect(newest?.content).not.toContain('{{')
    expect((await app.call(examCalls['prepare-notify'], { id: '99999' }, admin.token)).code).toBe(errors.notFound[0])
  })
})

test('log rows older than half a year are deleted, except those not sent yet', async () => {
  const row = (state: string, days: number) => ({
    batch: 'old',
    title: `${state} ${days}`,
    content: '',
    channel: 'sms',
    userId: ann.id,
    state,
    createTime: new Date(app.clock.now().getTime() - days * 86_400_000),
  })
  await app.db
    .insertInto('notifyLog')
    .values([row('sent', 179), row('sent', 181), row('failed', 300), row('waiting', 181), row('sending', 181)])
    .execute()
  await deleteOldNotifyLogs(app.app)
  const remaining = await app.db.selectFrom('notifyLog').where('batch', '=', 'old').orderBy('title').select('title').execute()
  expect(remaining.map((one) => one.title)).toEqual(['sending 181', 'sent 179', 'waiting 181'])
  await app.db.deleteFrom('notifyLog').where('batch', '=', 'old').execute()
})
