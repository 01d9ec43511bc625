// OBS to this server: a publisher with the key of the room is seen and makes a replay; others are refused; a lost line goes on.
import { ReplayState } from '@shuyuan/contract/live/room-state.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { Demuxer, Muxer, pipeline } from 'node-av/api'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSample } from '../../../../test/media.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { drainTasks } from '../../common/task.service.ts'
import { rawFile } from '../replay/cast-run.service.ts'
import { makeRoom } from '../live.factory.ts'
import { openRtmp } from './rtmp.service.ts'

const { app, ann, teacher } = await startWithEnv({ RTMP_URL: 'rtmp://live.school.example/live' }, 'ann', 'teacher')
const port = await openRtmp(app.app, 0)
/** The line of a publisher, which a test can cut. */
const ends = new Set<Socket>()
const line = createServer((one) => {
  const other = connect(port, '127.0.0.1')
  for (const end of [one, other]) ends.add(end.on('error', () => undefined))
  one.pipe(other).pipe(one)
}).listen(0, '127.0.0.1')
await once(line, 'listening')
const cut = () => ends.forEach((end) => end.destroy())
const server = `rtmp://127.0.0.1:${(line.address() as AddressInfo).port}/live`
const folder = await mkdtemp(join(tmpdir(), 'shuyuan-rtmp-'))
const film = join(folder, 'a.flv')
afterAll(() => {
  cut()
  line.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeAll(() => makeSample(film, { length: 9 }))

/** Publishes the film as OBS does, without its pace. Rejects when the server refuses. */
async function publish(key: string) {
  await using input = await Demuxer.open(film)
  await using output = await Muxer.open(`${server}/${key}`, { format: 'flv' })
  await pipeline(input, { video: 'passthrough', audio: 'passthrough' }, output).completion
}
const outcome = (key: string) =>
  publish(key).then(
    () => 'taken',
    () => 'refused',
  )
const keyOf = async (id: string) => (await app.ok(liveRoom['push-url'], { id }, teacher)).key
const partsOf = (roomId: string) =>
  app.db.selectFrom('livePart').where('roomId', '=', roomId).orderBy('no').select(['no', 'state']).execute()
const newRoom = () => makeRoom(app.ctx({ now: app.clock.now() }), teacher.id)
const soon = { timeout: 60_000, interval: 100 }
const segments = async (source: string) =>
  (await app.http.inject({ url: source })).body.split('\n').filter((line) => line.startsWith('/files/media/')).length

test('a publisher with the key is seen by viewers, connects again after a lost line, and the end makes one replay', async () => {
  const { id } = await newRoom()
  const { server: shown, key, cast } = await app.ok(liveRoom['push-url'], { id }, teacher)
  expect({ shown, cast }).toEqual({ shown: 'rtmp://live.school.example/live', cast: true })
  expect(await app.ok(liveRoom.start, { id, obs: true }, teacher)).toEqual({ cast: '', part: 0 })
  const { source } = await app.ok(liveRoom.enter, { id }, ann)
  for (const no of [1, 2]) {
    await publish(key)
    await expect.poll(async () => (await stat(rawFile(app.app, id, no)).catch(() => undefined))?.size ?? 0, soon).toBeGreaterThan(20_000)
    cut()
    await expect.poll(() => segments(source), soon).toBeGreaterThan(no - 1)
  }
  expect((await partsOf(id)).map((part) => part.no)).toEqual([1, 2])
  await expect.poll(async () => (await app.http.inject({ url: source })).body, soon).toContain('#EXT-X-DISCONTINUITY\n')
  await app.ok(liveRoom.stop, { id }, teacher)
  await drainTasks(app.app)
  expect(await app.ok(liveRoom.detail, { id }, teacher)).toMatchObject({ phase: 'replay', replayState: ReplayState.ready })
  expect(await outcome(key)).toBe('refused')
})

test('without a signature, with one of another room or an ended one, and before the start, nobody publishes', async () => {
  const { id } = await newRoom()
  const [key, other] = [await keyOf(id), await keyOf((await newRoom()).id)]
  expect(await outcome(key)).toBe('refused')
  await app.ok(liveRoom.start, { id, obs: true }, teacher)
  const [stream, signature] = key.split('?') as [string, string]
  const forged = [
    stream,
    `${stream}?e=99999999999&s=${signature.split('s=')[1]}`,
    `${stream}?${other.split('?')[1]}`,
    `nobody?${signature}`,
  ]
  for (const one of forged) expect(await outcome(one)).toBe('refused')
  app.clock.advance(13 * 3_600)
  expect(await outcome(key)).toBe('refused')
  expect(await partsOf(id)).toEqual([])
})

test('a room that is cast from a browser takes no publisher, and a site without RTMP offers none', async () => {
  const { id } = await newRoom()
  const again = await app.as('tina')
  const { key } = await app.ok(liveRoom['push-url'], { id }, again)
  await app.ok(liveRoom.start, { id }, again)
  expect(await outcome(key)).toBe('refused')
  const { rtmp } = app.app.config
  app.app.config.rtmp = undefined
  expect(await app.ok(liveRoom['push-url'], { id }, again)).toMatchObject({ server: '', key: '', cast: true })
  expect(await app.call(liveRoom.start, { id, obs: true }, again.token)).toMatchObject({ code: code('liveUnset') })
  app.app.config.rtmp = rtmp
})

test('bytes that are no RTMP, and messages that are too large, end the connection and not the server', async () => {
  const greeting = Buffer.concat([Buffer.of(3), Buffer.alloc(3_072, 1)])
  const large = Buffer.concat([greeting, Buffer.of(3, 0, 0, 0, 0xff, 0xff, 0xff, 20, 0, 0, 0, 0)])
  for (const bytes of [Buffer.alloc(1_600, 'x'), large, large]) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.write(bytes)
    await once(socket, 'close')
    expect(socket.bytesRead).toBe(bytes === large ? 3_073 : 0)
  }
})
