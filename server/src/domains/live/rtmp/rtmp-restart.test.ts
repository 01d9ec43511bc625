// OBS to a server that is killed in the middle of a broadcast and started again: the same key goes on, and the replay has both parts.
import { ReplayState } from '@shuyuan/contract/live/room-state.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { Demuxer, Muxer, pipeline } from 'node-av/api'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeSample } from '../../../../test/media.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { startProcess } from '../../../../test/server-process.ts'
import { drainTasks } from '../../common/task.service.ts'
import { rawFile } from '../replay/cast-run.service.ts'
import { makeRoom } from '../live.factory.ts'

const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const { port } = probe.address() as AddressInfo
probe.close()
await once(probe, 'close')
const RTMP_URL = `rtmp://127.0.0.1:${port}/live`
const { app, ann, teacher } = await startWithEnv({ RTMP_URL }, 'ann', 'teacher')
vi.setConfig({ testTimeout: 180_000 })
const soon = { timeout: 90_000, interval: 100 }

/** The line of a publisher: it stops in the middle, as a broadcast that goes on does. */
let most = Number.POSITIVE_INFINITY
const ends = new Set<Socket>()
const line = createServer((one) => {
  const other = connect(port, '127.0.0.1')
  let passed = 0
  for (const end of [one, other]) ends.add(end.on('error', () => undefined))
  other.pipe(one)
  other.on('close', () => one.destroy())
  one.on('data', (bytes: Buffer) => {
    if (passed >= most) return
    passed += bytes.length
    other.write(bytes)
  })
  one.on('end', () => other.end())
}).listen(0, '127.0.0.1')
await once(line, 'listening')
const cut = () => ends.forEach((end) => end.destroy())
const folder = await mkdtemp(join(tmpdir(), 'shuyuan-rtmp-'))
const film = join(folder, 'a.flv')
beforeAll(() => makeSample(film, { length: 9, gop: 50 }))
afterAll(async () => {
  cut()
  line.close()
  await rm(folder, { recursive: true, force: true })
})

async function publish(key: string) {
  await using input = await Demuxer.open(film)
  await using output = await Muxer.open(`rtmp://127.0.0.1:${(line.address() as AddressInfo).port}/live/${key}`, { format: 'flv' })
  await pipeline(input, { video: 'passthrough', audio: 'passthrough' }, output).completion
}
const starts = () => startProcess(app, { DATA_DIR: app.app.config.dataDir, RTMP_URL })
const partsOf = async (roomId: string) =>
  (await app.db.selectFrom('livePart').where('roomId', '=', roomId).orderBy('no').select('no').execute()).map((part) => part.no)

test('a publisher goes on after the server was killed, and the replay has both parts', async () => {
  const first = await starts()
  const { id } = await makeRoom(app.ctx(), teacher.id)
  const { key } = await app.ok(liveRoom['push-url'], { id }, teacher)
  await app.ok(liveRoom.start, { id, obs: true }, teacher)
  const { source } = await app.ok(liveRoom.enter, { id }, ann)
  const playlist = async () => (await app.http.inject({ url: source })).body
  const seen = async () => (await playlist()).split('\n').filter((one) => one.startsWith('/files/media/')).length
  most = (await readFile(film)).length * 0.7
  const broken = publish(key).catch(() => undefined)
  await expect.poll(seen, soon).toBeGreaterThan(0)
  await first.kill()
  cut()
  await broken
  const before = await seen()
  most = Number.POSITIVE_INFINITY
  const second = await starts()
  try {
    expect(await app.ok(liveRoom.enter, { id }, ann)).toMatchObject({ phase: 'live' })
    await publish(key)
    await expect.poll(async () => (await stat(rawFile(app.app, id, 2)).catch(() => undefined))?.size ?? 0, soon).toBeGreaterThan(20_000)
    cut()
    await expect.poll(() => partsOf(id), soon).toEqual([1, 2])
    await expect.poll(playlist, soon).toContain('#EXT-X-DISCONTINUITY\n')
    expect(await seen()).toBeGreaterThan(before)
    await app.ok(liveRoom.stop, { id }, teacher)
    const replay = async () => {
      await drainTasks(app.app)
      return (await app.ok(liveRoom.detail, { id }, teacher)).replayState
    }
    await expect.poll(replay, soon).toBe(ReplayState.ready)
    expect((await app.ok(liveRoom.detail, { id }, teacher)).phase).toBe('replay')
  } finally {
    await second.kill()
  }
})
