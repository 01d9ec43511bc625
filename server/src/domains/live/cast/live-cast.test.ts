// A broadcast from a browser: bytes in pieces become segments, a lost line and a restart leave no hole in the room, the end makes the replay.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import type { CastReply } from '@shuyuan/contract/live/cast.ts'
import { liveRule, ReplayState } from '@shuyuan/contract/live/room-state.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSample } from '../../../../test/media.ts'
import { startWith } from '../../../../test/people.ts'
import { measureFile } from '../../../kernel/media/media-reader.ts'
import { drainTasks } from '../../common/task.service.ts'
import { castsOf } from '../replay/cast-run.service.ts'
import { makeRoom } from '../live.factory.ts'
import { endRooms } from '../sweep.service.ts'

const { app, admin, ann, teacher } = await startWith('ann', 'teacher')
const folder = await mkdtemp(join(tmpdir(), 'shuyuan-live-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
let film = Buffer.alloc(0)
beforeAll(async () => {
  await makeSample(join(folder, 'a.mkv'), { length: 9 })
  film = await readFile(join(folder, 'a.mkv'))
})

const start = (id: string) => app.ok(liveRoom.start, { id }, teacher)
async function send(cast: string, part: number, bytes: Buffer, offset = 0, type = 'webm') {
  const url = `${cast}/${part}?offset=${offset}&type=${type}`
  const reply = await app.http.inject({ method: 'POST', url, payload: bytes, headers: { 'content-type': 'application/octet-stream' } })
  return reply.statusCode === 200 ? reply.json<CastReply>() : reply.statusCode
}
/** The address with another part: 4 the room, 6 the person. */
const changed = (address: string, at: number, to: string) => address.split('/').with(at, to).join('/')
const get = (url: string) => app.http.inject({ url })
const sourceFor = async (id: string, who = ann) => (await app.ok(liveRoom.enter, { id }, who)).source
const playlistOf = async (source: string) => (await get(source)).body
const segmentsIn = (playlist: string) => playlist.split('\n').filter((line) => line.startsWith('/files/media/'))
const soon = { timeout: 60_000, interval: 100 }

test('bytes that arrive in pieces, twice and late are played, and the end makes the replay of the same file', async () => {
  const { id, courseId, fileId } = await makeRoom(app.ctx({ now: app.clock.now() }), teacher.id)
  const { cast, part } = await start(id)
  const source = await sourceFor(id)
  expect((await get(source)).statusCode).toBe(204)
  expect((await get(changed(source, 4, '999'))).statusCode).toBe(404)
  const half = Math.floor(film.length / 2)
  expect(await send(cast, part, film.subarray(0, half))).toEqual({ size: half, go: 'on' })
  // the answer was lost, so the page sends it again; a piece beyond the end is not taken
  expect(await send(cast, part, film.subarray(0, half))).toEqual({ size: half, go: 'on' })
  expect(await send(cast, part, film.subarray(half + 10), half + 10)).toEqual({ size: half, go: 'on' })
  expect(await send(cast, part, film.subarray(half), half)).toEqual({ size: film.length, go: 'on' })
  await expect.poll(async () => segmentsIn(await playlistOf(source)).length, soon).toBeGreaterThan(0)
  const playlist = await playlistOf(source)
  expect(playlist).not.toContain('#EXT-X-ENDLIST')
  expect((await get(segmentsIn(playlist)[0]!)).rawPayload[0]).toBe(0x47)
  await app.ok(liveRoom.stop, { id }, teacher)
  await drainTasks(app.app)
  const { files } = await app.ok(course.detail, { id: courseId }, ann)
  const replay = files.find((one) => one.fileId === fileId)!
  expect(replay).toMatchObject({ fileType: CourseFileType.video, title: '直播课' })
  expect(Math.abs(replay.duration - 9)).toBeLessThanOrEqual(1)
  expect(await app.ok(liveRoom.detail, { id }, teacher)).toMatchObject({ phase: 'replay', replayState: ReplayState.ready })
  const vod = await playlistOf(replay.viewUrl)
  expect(vod).toContain('#EXT-X-ENDLIST')
  const bytes = await Promise.all(segmentsIn(vod).map(async (one) => (await get(one)).rawPayload))
  await writeFile(join(folder, 'all.ts'), Buffer.concat(bytes))
  expect(await measureFile(app.app, join(folder, 'all.ts'))).toMatchObject({ videoCodec: 'avc', audioCodec: 'aac' })
  // it is learnt from as any video
  const { session } = await app.ok(courseFileLearn['load-process'], { courseId, fileId }, ann)
  app.clock.advance(5)
  expect(await app.ok(courseFileLearn['save-process'], { courseId, fileId, session, learnSec: 5 }, ann)).toMatchObject({ learnSec: 5 })
})

test('after a crash of the encoder the page begins another part, and viewers go on in the same room', async () => {
  const { id } = await makeRoom(app.ctx({ now: app.clock.now() }), teacher.id)
  const { cast, part } = await start(id)
  const source = await sourceFor(id)
  const most = Math.floor((film.length * 2) / 3)
  await send(cast, part, film.subarray(0, most))
  await expect.poll(async () => segmentsIn(await playlistOf(source)).length, soon).toBeGreaterThan(0)
  await castsOf(app.app).crash()
  expect(await send(cast, part, film.subarray(most), most)).toMatchObject({ go: 'renew' })
  expect(await send(cast, part + 1, film)).toEqual({ size: film.length, go: 'on' })
  await expect.poll(async () => await playlistOf(source), soon).toContain('#EXT-X-DISCONTINUITY\n')
  await app.ok(liveRoom.stop, { id }, teacher)
  await drainTasks(app.app)
  expect(await app.ok(liveRoom.detail, { id }, teacher)).toMatchObject({ replayState: ReplayState.ready })
})

test('another page of the lecturer takes the broadcast over; wrong addresses are not known', async () => {
  const { id } = await makeRoom(app.ctx({ now: app.clock.now() }), teacher.id)
  const first = await start(id)
  const second = await start(id)
  const piece = film.subarray(0, 1_000)
  expect(await send(first.cast, 1, piece)).toEqual({ size: 0, go: 'elsewhere' })
  expect(await send(second.cast, 1, piece)).toEqual({ size: 1_000, go: 'on' })
  expect(await send(second.cast, 1, piece, 0, 'exe')).toBe(400)
  expect(await send(changed(second.cast, 6, ann.id), 1, piece)).toMatchObject({ go: 'elsewhere' })
  expect(await send(changed(second.cast, 4, '999'), 1, piece)).toBe(404)
  await app.ok(liveRoom.stop, { id }, teacher)
  expect(await send(second.cast, 1, piece, 1_000)).toEqual({ size: 0, go: 'over' })
})

test('a caster who is gone longer than the grace ends the room; a server that has just started waits', async () => {
  const { id } = await makeRoom(app.ctx({ now: app.clock.now() }), teacher.id)
  await start(id)
  const before = app.clock.now()
  app.clock.advance(liveRule.grace - 1)
  await endRooms(app.app, before)
  expect(await app.ok(liveRoom.enter, { id }, await app.as('admin'))).toMatchObject({ phase: 'live' })
  app.clock.advance(2)
  await endRooms(app.app, app.clock.now())
  expect(await app.ok(liveRoom.enter, { id }, admin)).toMatchObject({ phase: 'live' })
  await endRooms(app.app, before)
  expect(await app.ok(liveRoom.enter, { id }, admin)).toMatchObject({ phase: 'ended', source: '' })
  await drainTasks(app.app)
  expect(await app.ok(liveRoom.detail, { id }, admin)).toMatchObject({ replayState: ReplayState.failed, replayError: '没有录到内容' })
})
