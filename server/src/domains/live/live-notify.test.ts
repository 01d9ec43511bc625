// Reports of the cloud service: streams turn rooms on and off, recordings become replays; what is forged, old or foreign changes nothing.
import { courseFile, CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { liveNotify } from '@shuyuan/contract/live/live-notify.ts'
import { liveRule, LiveState, ReplayState } from '@shuyuan/contract/live/room-state.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeSample } from '../../../test/media.ts'
import { startWithEnv } from '../../../test/people.ts'
import { drainTasks } from '../common/task.service.ts'
import { makeRoom } from './live.factory.ts'
import { endRooms, followCloud } from './sweep.service.ts'

const { app, admin, teacher } = await startWithEnv({ OUTGOING_ALLOW: '127.0.0.2' }, 'teacher')
const folder = await mkdtemp(join(tmpdir(), 'shuyuan-record-test-'))
await makeSample(join(folder, 'a.mp4'), { length: 2 })
const film = await readFile(join(folder, 'a.mp4'))
let asked: string[] = []
const bucket = createServer((request, reply) => {
  asked.push(request.url ?? '')
  reply.writeHead(200, { 'content-type': 'video/mp4', 'content-length': film.length }).end(film)
})
await new Promise<void>((resolve) => void bucket.listen(0, '127.0.0.2', resolve))
afterAll(async () => {
  bucket.closeAllConnections()
  bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const KEY = 'notify-key'
const PUSH = 'push.school.example'
const PULL = 'pull.school.example'
const recordUrl = `http://127.0.0.2:${(bucket.address() as AddressInfo).port}/rec/`
const settings = { pushDomain: PUSH, pushKey: 'push', pullDomain: PULL, pullKey: 'pull', notifyKey: KEY, recordUrl, recordKey: 'cdn' }
const save = (data: object, by = admin) =>
  app.ok(configProp.change, { type: 'live', provider: 'aliyun', data: { ...settings, ...data } }, by)
await save({ notifyKey: '' })

const HOUR_MS = 3_600_000
const seconds = () => Math.floor(app.clock.now().getTime() / 1_000)
type Signed = { domain?: string; key?: string; stamp?: number }
const signed = ({ domain = PUSH, key = KEY, stamp = seconds() }: Signed) => ({
  'ali-live-timestamp': String(stamp),
  'ali-live-signature': createHash('md5').update(`${domain}|${stamp}|${key}`).digest('hex'),
})
const report = async (action: string, stream: string, given: Signed & { app?: string; time?: number } = {}) => {
  const query = {
    action,
    id: stream,
    app: given.app ?? PUSH,
    appname: 'live',
    time: String(given.time ?? seconds()),
    usrargs: 'a=b',
    node: 'n1',
  }
  return (await app.http.inject({ method: 'GET', url: liveNotify.stream.path, query, headers: signed(given) })).statusCode
}
const recorded = async (stream: string, body: object, given: Signed = {}) => {
  const headers = { 'content-type': 'application/json', host: 'school.example', ...signed({ domain: 'school.example', ...given }) }
  const payload = { domain: PULL, app: 'live', stream, ...body }
  return (await app.http.inject({ method: 'POST', url: liveNotify.record.path, headers, payload })).statusCode
}
const room = async (form: Parameters<typeof makeRoom>[2] = {}) => {
  const made = await makeRoom(app.ctx({ now: app.clock.now() }), teacher.id, { provider: 'aliyun', ...form })
  const { stream } = await app.db.selectFrom('liveRoom').where('id', '=', made.id).select('stream').executeTakeFirstOrThrow()
  return { ...made, stream }
}
const stateOf = async (id: string) =>
  (await app.db.selectFrom('liveRoom').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state
const sweep = () => endRooms(app.app, new Date(0))

test('without a key no report is taken; with one it is not told', async () => {
  const { stream } = await room()
  expect(await report('publish', stream, { key: '' })).toBe(404)
  await save({})
  expect(await report('publish', stream)).toBe(200)
  const { data } = await app.ok(configProp.detail, { type: 'live', provider: 'aliyun' }, admin)
  expect(data).toMatchObject({ notifyKey: '******', recordKey: '******' })
})

test('a stream begins its room; gone for longer than the grace it ends it, back within it goes on', async () => {
  const { id, stream } = await room()
  expect(await report('publish', stream)).toBe(200)
  expect(await stateOf(id)).toBe(LiveState.live)
  app.clock.advance(30)
  expect(await report('publish_done', stream)).toBe(200)
  app.clock.advance(liveRule.grace - 10)
  expect(await report('publish', stream)).toBe(200)
  app.clock.advance(liveRule.grace)
  await sweep()
  expect(await stateOf(id)).toBe(LiveState.live)
  expect(await report('publish_done', stream)).toBe(200)
  app.clock.advance(liveRule.grace - 1)
  await sweep()
  expect(await stateOf(id)).toBe(LiveState.live)
  app.clock.advance(2)
  await sweep()
  expect(await stateOf(id)).toBe(LiveState.ended)
  expect(await report('publish', stream)).toBe(200)
  expect(await stateOf(id)).toBe(LiveState.ended)
})

test('a rehearsal does not begin the room; a stream that stays on does when it is time', async () => {
  const { id, stream } = await room({
    startTime: new Date(app.clock.now().getTime() + HOUR_MS),
    endTime: new Date(app.clock.now().getTime() + 2 * HOUR_MS),
  })
  expect(await report('publish', stream)).toBe(200)
  await followCloud(app.app)
  expect(await stateOf(id)).toBe(LiveState.planned)
  app.clock.advance(HOUR_MS / 1_000 - liveRule.early)
  await followCloud(app.app)
  expect(await stateOf(id)).toBe(LiveState.live)
})

test('repeated and late reports change nothing', async () => {
  const { id, stream } = await room()
  const first = seconds()
  await report('publish', stream, { time: first })
  app.clock.advance(60)
  expect(await report('publish_done', stream, { time: first - 5 })).toBe(200)
  app.clock.advance(liveRule.grace + 1)
  await sweep()
  expect(await stateOf(id)).toBe(LiveState.live)
  const done = seconds()
  await report('publish_done', stream, { time: done })
  expect(await report('publish', stream, { time: first })).toBe(200)
  expect(await report('publish_done', stream, { time: done })).toBe(200)
  app.clock.advance(liveRule.grace + 1)
  await sweep()
  expect(await stateOf(id)).toBe(LiveState.ended)
})

test('forged, old and foreign reports are refused', async () => {
  const { id, stream } = await room()
  const local = await room({ provider: 'local' })
  expect(await report('publish', stream, { key: 'another' })).toBe(403)
  expect(await report('publish', stream, { domain: 'other.example' })).toBe(403)
  expect(await report('publish', stream, { stamp: seconds() - liveRule.notify - 1 })).toBe(403)
  expect(await report('publish', stream, { stamp: seconds() + liveRule.notify + 60 })).toBe(403)
  expect((await app.http.inject({ method: 'GET', url: liveNotify.stream.path, query: { action: 'publish', id: stream } })).statusCode).toBe(
    403,
  )
  expect(await report('publish', stream, { app: 'other.example' })).toBe(404)
  expect(await report('publish', 'nobody')).toBe(404)
  expect(await report('publish', local.stream)).toBe(404)
  expect(await report('forget', stream)).toBe(400)
  const part = { uri: 'a.mp4', duration: 1, start_time: seconds(), stop_time: seconds() }
  expect(await recorded(stream, part, { key: 'another' })).toBe(403)
  expect(await recorded(stream, { ...part, domain: 'other.example' })).toBe(404)
  expect(await recorded(local.stream, part)).toBe(404)
  expect(await recorded(stream, { uri: 'a.mp4' })).toBe(400)
  expect(await recorded(stream, { event: 'record_started' })).toBe(200)
  expect(await stateOf(id)).toBe(LiveState.planned)
  expect(await app.db.selectFrom('liveRecord').selectAll().execute()).toEqual([])
})

/** A broadcast of a minute that has ended. */
async function broadcast(form: Parameters<typeof makeRoom>[2] = {}) {
  const made = await room(form)
  await app.ok(liveRoom.start, { id: made.id }, await app.as('admin'))
  const from = seconds()
  app.clock.advance(60)
  await app.ok(liveRoom.stop, { id: made.id }, await app.as('admin'))
  const part = (uri: string, duration = 60) => ({ uri, duration, start_time: from, stop_time: from + duration })
  return { ...made, part }
}
const replayOf = (id: string) =>
  app.db.selectFrom('liveRoom').where('id', '=', id).select(['replayState', 'replayError']).executeTakeFirstOrThrow()

test('the longest recording becomes the replay of the same file, once; a rehearsal does not', async () => {
  const { id, fileId, stream, part } = await broadcast()
  asked = []
  const rehearsal = { ...part('live/x/rehearsal.mp4', 900), start_time: 1_000_000, stop_time: 1_000_900 }
  for (const one of [part('live/x/short_10:00:00.mp4', 20), part('live/x/long_10:00:30.mp4', 40), part('live/x/all.m3u8', 60), rehearsal])
    for (const _again of [1, 2]) expect(await recorded(stream, one)).toBe(200)
  await followCloud(app.app)
  expect(asked).toEqual([])
  app.clock.advance(liveRule.settle)
  await followCloud(app.app)
  await followCloud(app.app)
  await drainTasks(app.app)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatch(/^\/rec\/live\/x\/long_10:00:30\.mp4\?auth_key=\d+-0-0-[\da-f]{32}$/)
  expect(await replayOf(id)).toEqual({ replayState: ReplayState.ready, replayError: '录制文件共 2 个，回放为其中最长的一个' })
  const file = await app.ok(courseFile.detail, { id: fileId }, await app.as('admin'))
  expect(file).toMatchObject({ fileType: CourseFileType.video, state: CourseFileState.ready })
  expect((await app.ok(liveRoom.enter, { id }, await app.as('admin'))).phase).toBe('replay')
})

test('what stands in the way of a replay is said at the room', async () => {
  const playlist = await broadcast()
  await recorded(playlist.stream, playlist.part('live/x/all.m3u8'))
  const unwanted = await broadcast({ record: false })
  await recorded(unwanted.stream, unwanted.part('live/x/a.mp4'))
  app.clock.advance(liveRule.settle)
  await followCloud(app.app)
  expect(await replayOf(playlist.id)).toEqual({ replayState: ReplayState.failed, replayError: '录制格式应为 MP4 或 FLV' })
  expect(await replayOf(unwanted.id)).toEqual({ replayState: ReplayState.none, replayError: '' })
  await save({ recordUrl: '' }, await app.as('admin'))
  const homeless = await broadcast()
  await recorded(homeless.stream, homeless.part('live/x/b.mp4'))
  app.clock.advance(liveRule.settle)
  await followCloud(app.app)
  expect((await replayOf(homeless.id)).replayError).toContain('live/x/b.mp4')
})
