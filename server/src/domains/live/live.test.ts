// Live rooms over HTTP: form, data scope, who runs and who enters them, chat, attendance, reminders, the cloud service.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { liveRule } from '@shuyuan/contract/live/room-state.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { describe, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../test/people.ts'
import { code } from '../../../test/refusal.ts'
import { SocketClient } from '../../../test/socket-client.ts'
import type { Person } from '../../../test/start-app.ts'
import { findEncoderBy } from '../course/media/media-settings.service.ts'
import { makeRoom } from './live.factory.ts'
import { endRooms, remindOfRooms } from './sweep.service.ts'

const { app, admin, ann, bob, teacher } = await startWith('ann', 'bob', 'teacher')
// nothing is encoded here
findEncoderBy(app.app, async () => ({ source: 'path', version: '1', run: () => Promise.resolve(), poster: () => Promise.resolve() }))
await app.http.listen({ port: 0, host: '127.0.0.1' })
const HOUR_MS = 3_600_000
const room = (given: Parameters<typeof makeRoom>[2] = {}, by = teacher) => makeRoom(app.ctx({ now: app.clock.now() }), by.id, given)
const enter = (id: string, who: Person) => app.ok(liveRoom.enter, { id }, who)
const beat = (id: string, who: Person) => app.ok(liveRoom.beat, { id }, who)
const at = (ms: number) => new Date(app.clock.now().getTime() + ms)

describe('the form', () => {
  test('a room is the last file of its course; title and course follow it, and it is gone with the room', async () => {
    const { id, courseId, fileId } = await room()
    const items = async () => (await app.ok(course['admin/detail'], { id: courseId }, teacher)).files
    expect((await items()).at(-1)).toMatchObject({ fileId, fileType: CourseFileType.live, required: false, minSec: 1_800 })
    const stored = await app.ok(liveRoom.detail, { id }, teacher)
    expect(stored).toMatchObject({ phase: 'waiting', teacherId: teacher.id, courseId_dictText: '模拟课程', people: 0 })
    await app.ok(liveRoom.save, { ...stored, title: '第二讲' }, teacher)
    expect((await items()).at(-1)).toMatchObject({ title: '第二讲' })
    expect((await app.call(liveRoom.save, stored, teacher)).code).toBe(code('conflict'))
    expect(
      (await app.ok(liveRoom.paging, { current: 1, size: 10, params: { phase: 'waiting', title: '第二' } }, teacher)).records,
    ).toMatchObject([{ id }])
    await app.ok(liveRoom.delete, { ids: [id] }, teacher)
    expect((await items()).map((one) => one.fileId)).not.toContain(fileId)
  })

  test('what has begun stays as it is, and is not deleted', async () => {
    const { id } = await room()
    await app.ok(liveRoom.start, { id }, teacher)
    const stored = await app.ok(liveRoom.detail, { id }, teacher)
    const moved = await app.call(liveRoom.save, { ...stored, startTime: toWallClock(at(60_000)) }, teacher)
    expect(moved.data).toMatchObject({ fields: [{ field: 'startTime', key: 'liveFixed' }] })
    expect((await app.call(liveRoom.delete, { ids: [id] }, teacher)).code).toBe(code('liveBegun'))
    await app.ok(liveRoom.stop, { id }, teacher)
    expect((await app.call(liveRoom.start, { id }, teacher)).code).toBe(code('liveOver'))
    expect((await app.call(liveRoom.stop, { id }, teacher)).code).toBe(code('liveNotLive'))
  })

  test('rooms of lecturers beyond the data scope are not there', async () => {
    const { id } = await room()
    const clerk = await enrolWith(app, { userName: 'clerk' }, ['live:list', 'live:update', 'live:delete', 'live:push'], DataScope.own)
    expect((await app.ok(liveRoom.paging, { current: 1, size: 10, params: {} }, clerk)).total).toBe(0)
    expect((await app.call(liveRoom.detail, { id }, clerk)).code).toBe(code('notFound'))
    expect((await app.call(liveRoom.delete, { ids: [id] }, clerk)).code).toBe(code('notFound'))
    expect((await app.call(liveRoom['push-url'], { id }, clerk)).code).toBe(code('forbidden'))
    expect((await app.call(liveRoom.export, { id }, clerk)).code).toBe(code('forbidden'))
  })
})

describe('in the room', () => {
  test('learners of the course enter it and nobody else; only who runs it gets what it is sent to', async () => {
    const { id, courseId, fileId } = await room()
    const stored = await app.ok(course['admin/detail'], { id: courseId }, teacher)
    const closed = { ...stored, openType: OpenType.persons, userIds: [ann.id], groupIds: [], deptCodes: [] }
    await app.ok(course.save, closed, teacher)
    expect(await enter(id, ann)).toMatchObject({ phase: 'waiting', source: '', isHost: false })
    expect(await app.ok(liveRoom.enter, { courseId, fileId }, ann)).toMatchObject({ id })
    for (const call of [liveRoom.enter, liveRoom.beat, liveRoom.chat])
      expect((await app.call(call, { id }, bob)).code).toBe(code('courseNotOpen'))
    for (const call of [liveRoom.start, liveRoom.stop, liveRoom['push-url']])
      expect((await app.call(call, { id }, ann)).code).toBe(code('forbidden'))
    expect((await app.call(liveRoom.mute, { id, userId: bob.id, muted: true }, ann)).code).toBe(code('forbidden'))
    await app.ok(liveRoom.start, { id }, teacher)
    const seen = JSON.stringify(await enter(id, ann))
    expect(seen).not.toMatch(/cast|pushKey|stream/i)
    expect((await enter(id, ann)).source).toMatch(/^\/api\/live\/play\/.*index\.m3u8$/)
    expect(await app.ok(liveRoom['push-url'], { id }, admin)).toMatchObject({ cast: true, server: '' })
  })

  test('attendance and learning are counted by the server: not before, not while away, once for two pages', async () => {
    const { id, courseId, fileId } = await room()
    await beat(id, ann)
    app.clock.advance(10)
    expect((await beat(id, ann)).sec).toBe(0)
    await app.ok(liveRoom.start, { id }, teacher)
    app.clock.advance(15)
    expect(await beat(id, ann)).toMatchObject({ phase: 'live', sec: 15, viewers: 1, finished: false })
    expect((await beat(id, ann)).sec).toBe(15)
    app.clock.advance(liveRule.gone + 5)
    expect((await beat(id, ann)).sec).toBe(15)
    app.clock.advance(9)
    await app.ok(liveRoom.stop, { id }, teacher)
    app.clock.advance(6)
    expect((await beat(id, ann)).sec).toBe(24)
    const { records } = await app.ok(liveRoom.attendance, { current: 1, size: 10, params: { id } }, teacher)
    expect(records).toMatchObject([{ realName: '安安', sec: 24 }])
    const sheet = await app.http.inject({ method: 'POST', url: liveRoom.export.path, headers: { token: teacher.token }, payload: { id } })
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
    const { files } = await app.ok(course.detail, { id: courseId }, ann)
    expect(files.find((one) => one.fileId === fileId)).toMatchObject({ learnSec: 24, finished: false })
    // what a page says of a live file is not believed
    const { session } = await app.ok(courseFileLearn['load-process'], { courseId, fileId }, ann)
    app.clock.advance(30)
    expect(await app.ok(courseFileLearn['save-process'], { courseId, fileId, session, learnSec: 30 }, ann)).toMatchObject({ learnSec: 24 })
    expect(await app.ok(courseFileLearn['fix-process'], { courseId, fileId, session }, ann)).toMatchObject({ finished: false })
    expect((await beat(id, teacher)).sec).toBe(0)
  })

  test('messages reach the other pages; pace, muting, hiding and closing hold', async () => {
    const { id } = await room({ startTime: at(HOUR_MS), endTime: at(2 * HOUR_MS) })
    const say = (content: string, who = ann) => app.call(liveRoom.say, { id, content }, who)
    expect((await say('早')).code).toBe(code('liveChatOff'))
    await app.ok(liveRoom.start, { id }, teacher)
    const page = new SocketClient(app, `/api/socket/live/${id}?token=${(await app.ok(socket.ticket, {}, bob)).ticket}`)
    await expect.poll(() => app.app.sockets.count(`live:${id}`)).toBe(1)
    const first = (await say('老师好')).data
    expect(await page.nextJson()).toMatchObject({ type: 'msg', msg: { content: '老师好', realName: '安安', isHost: false } })
    expect((await say('再说一次')).code).toBe(code('liveTooFast'))
    app.clock.advance(3)
    await app.ok(liveRoom.say, { id, content: '可以了' }, ann)
    await app.ok(liveRoom.say, { id, content: '大家好' }, teacher)
    await app.ok(liveRoom.say, { id, content: '开始上课' }, teacher)
    await app.ok(liveRoom.hide, { id, msgId: first.id, hidden: true }, teacher)
    const seen = async (who: Person) => (await app.ok(liveRoom.chat, { id }, who)).map((one) => one.content)
    expect(await seen(bob)).toEqual(['可以了', '大家好', '开始上课'])
    expect(await seen(teacher)).toHaveLength(4)
    await app.ok(liveRoom.mute, { id, userId: ann.id, muted: true }, teacher)
    app.clock.advance(3)
    expect((await say('还能说吗')).code).toBe(code('liveMuted'))
    expect((await enter(id, ann)).muted).toBe(true)
    await app.ok(liveRoom.mute, { id, userId: ann.id, muted: false }, teacher)
    await app.ok(liveRoom['chat-rule'], { id, chat: false, paceSec: 0 }, teacher)
    expect((await say('还能说吗')).code).toBe(code('liveChatOff'))
    page.socket.terminate()
  })
})

test('the audience is reminded once, and again of a room that was moved; a room that never began ends', async () => {
  const { id } = await room({ startTime: at(20 * 60_000), endTime: at(HOUR_MS), remindMin: 15 })
  expect(await remindOfRooms(app.app)).toBe(0)
  app.clock.advance(6 * 60)
  const sent = await remindOfRooms(app.app)
  expect(sent).toBeGreaterThanOrEqual(2)
  expect(await remindOfRooms(app.app)).toBe(0)
  const stored = await app.ok(liveRoom.detail, { id }, teacher)
  await app.ok(liveRoom.save, { ...stored, startTime: toWallClock(at(10 * 60_000)) }, teacher)
  expect(await remindOfRooms(app.app)).toBe(sent)
  const { title } = await app.db
    .selectFrom('sysMsg')
    .where('userId', '=', ann.id)
    .orderBy('id', 'desc')
    .select('title')
    .executeTakeFirstOrThrow()
  expect(title).toBe('直播即将开始：直播课')
  app.clock.advance(HOUR_MS / 1_000)
  await endRooms(app.app, app.clock.now())
  expect(await enter(id, await app.as('admin'))).toMatchObject({ phase: 'ended', beganAt: null })
})

test('a cloud broadcast needs its settings, gives signed addresses, and a recording takes its place', async () => {
  const staff = await app.as('admin')
  const { id: plainId } = await room()
  const stored = await app.ok(liveRoom.detail, { id: plainId }, staff)
  const { id: _id, version: _version, ...form } = stored
  const refused = await app.call(liveRoom.save, { ...form, provider: 'aliyun' }, staff)
  expect(refused.data).toMatchObject({ fields: [{ field: 'provider', key: 'liveServiceUnset' }] })
  const data = { pushDomain: 'push.school.example', pushKey: 'push-key', pullDomain: 'pull.school.example', pullKey: 'pull-key' }
  await app.ok(configProp.change, { type: 'live', provider: 'aliyun', data }, staff)
  await expect.poll(() => app.app.runtime.mediaHosts).toContain('https://pull.school.example')
  const { id } = await app.ok(liveRoom.save, { ...form, provider: 'aliyun' }, staff)
  const push = await app.ok(liveRoom['push-url'], { id }, staff)
  expect(push).toMatchObject({ server: 'rtmp://push.school.example/live', cast: false })
  expect(push.key).toMatch(/^[\da-f]{32}\?auth_key=\d+-0-0-[\da-f]{32}$/)
  expect(push.url).toBe(`${push.server}/${push.key}`)
  expect(await app.ok(liveRoom.start, { id }, staff)).toEqual({ cast: '', part: 0 })
  expect((await enter(id, staff)).source).toMatch(/^https:\/\/pull\.school\.example\/live\/[\da-f]{32}\.m3u8\?auth_key=/)
  expect((await app.call(liveRoom.replay, { id, url: 'https://example.com/a.mp4' }, staff)).code).toBe(code('liveNotEnded'))
  await app.ok(liveRoom.stop, { id }, staff)
  expect((await app.call(liveRoom.replay, { id, url: 'http://127.0.0.1/a.mp4' }, staff)).code).toBe(code('fetchRefused'))
})
