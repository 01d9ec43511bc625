// Reminders of lessons in a room by e-mail, against a mail server.
import { courseRoom as room } from '@shuyuan/contract/course/room/room.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { notifyTmpl } from '@shuyuan/contract/notify/tmpl.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { expect, test } from 'vitest'
import { startMailStandIn } from '../../../../test/mail-stand-in.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { deliverWaiting } from '../../notify/deliver.service.ts'
import { makeCourse } from '../course.factory.ts'
import { remindOfRooms } from './remind.service.ts'
import { makeRoom } from './room.factory.ts'

const { app, admin } = await startWithEnv(STUB_ENV)
// the sessions of the file outlive the hours that its clock passes
app.clock.stop()
const context = { ...app.ctx(), user: { ...app.ctx().user, id: admin.id } }

test('with a template for e-mail, a reminder brings the calendar file as the lesson is when it is sent', async () => {
  const mail = await startMailStandIn('plain')
  try {
    await app.ok(configProp.change, { type: 'mail', provider: 'smtp', data: { ...mail.settings, fromName: '云栖书院' } }, admin)
    const text = { title: '提醒：{{roomTitle}}', content: '{{realName}}，{{startTime}} 在{{place}}（{{courseTitle}}）' }
    await app.ok(notifyTmpl.save, { event: 'room', channels: ['msg', 'mail'], ...text }, admin)
    const fileId = await makeRoom(context, { hours: 40 })
    const courseId = await makeCourse(context, { title: '消防安全', files: [{ fileId }] })
    const who = await app.enrol({ userName: 'mailed', realName: '安然' })
    await app.db.updateTable('sysUser').set({ email: 'mailed@school.example' }).where('id', '=', who.id).execute()
    await app.ok(room.enrol, { courseId, fileId }, who)
    app.clock.advance(17 * 3_600)
    expect(await remindOfRooms(app.app)).toBe(1)
    const { people: _people, ...form } = await app.ok(room.setting, { id: fileId }, admin)
    await app.ok(room.save, { ...form, place: '五楼会议室' }, admin)
    await deliverWaiting(app.app)
    const { records } = await app.ok(msg.paging, { current: 1, size: 10, params: {} }, who)
    expect(records.map((one) => one.title)).toEqual(['线下培训时间或地点有变', '提醒：模拟线下培训'])
    expect(mail.received.map((one) => one.to)).toEqual([['mailed@school.example']])
    const [, encoded = ''] = /Content-Type: text\/calendar[^]*?\r\n\r\n([^]*?)\r\n--/.exec(mail.received[0]?.raw ?? '') ?? []
    const lines = Buffer.from(encoded, 'base64').toString().split('\r\n')
    expect(lines).toContain('BEGIN:VCALENDAR')
    expect(lines).toContain('SUMMARY:模拟线下培训')
    expect(lines).toContain('LOCATION:五楼会议室')
  } finally {
    await mail.close()
  }
})
