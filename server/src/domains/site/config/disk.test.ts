// Full disks: the health check, and what administrators are shown. The system's functions are replaced.
import { file } from '@shuyuan/contract/common/file.ts'
import { disk } from '@shuyuan/contract/site/config/disk.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { afterEach, expect, test } from 'vitest'
import sharp from 'sharp'
import { startWith } from '../../../../test/people.ts'
import { diskOf, type DiskSystem, watchDisk } from '../../../kernel/files/disk.ts'

const { app, admin, teacher } = await startWith('teacher')
const MB = 1024 * 1024
const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

function use(freeMb: Record<string, number>, more: Partial<DiskSystem> = {}) {
  const of = (path: string) => (path.endsWith('postgres') ? 'database' : path.endsWith('files') ? 'uploads' : 'data')
  const system: DiskSystem = {
    statfs: async (path) => ({ bavail: (freeMb[of(path)] ?? 100_000) * 256, blocks: 200_000 * 256, bsize: 4_096 }),
    deviceOf: async (path) => ['data', 'database', 'uploads'].indexOf(of(path)),
    write: async () => undefined,
    ...more,
  }
  diskOf.replace(app.app, watchDisk(app.app, system))
}
afterEach(() => diskOf.replace(app.app, watchDisk(app.app)))
const ready = async () => {
  const { statusCode, json } = await app.http.inject('/readyz')
  const { status, disk: level } = json<{ status: string; disk?: string }>()
  return [statusCode, status, level]
}
const failure = (code: string) => Object.assign(new Error(code), { code })

test('with room on every disk the server is ready', async () => {
  use({})
  expect(await ready()).toEqual([200, 'ready', 'ok'])
  expect(await app.ok(disk.detail, {}, admin)).toEqual({
    level: 'ok',
    disks: [
      { places: ['data', 'temporary'], freeMb: 100_000, sizeMb: 200_000, level: 'ok' },
      { places: ['database'], freeMb: 100_000, sizeMb: 200_000, level: 'ok' },
      { places: ['uploads'], freeMb: 100_000, sizeMb: 200_000, level: 'ok' },
    ],
  })
})

test('little room is a warning, and the server stays ready', async () => {
  use({ database: 1_500 })
  expect(await ready()).toEqual([200, 'ready', 'low'])
  const { level, disks } = await app.ok(disk.detail, {}, admin)
  expect([level, disks.find((one) => one.level === 'low')]).toEqual([
    'low',
    { places: ['database'], freeMb: 1_500, sizeMb: 200_000, level: 'low' },
  ])
})

test.each(['data', 'database', 'uploads'])('a full disk of %s is told, and the server stays ready: answers are saved', async (place) => {
  use({ [place]: 50 })
  expect(await ready()).toEqual([200, 'ready', 'full'])
})

test.each(['data', 'uploads'])('an upload that would take the last room of %s is refused in words, other calls are not', async (place) => {
  use({ [place]: 101 })
  const send = (bytes: Buffer) => app.upload(file.upload, bytes, 'a.png', { scene: 'image' }, teacher)
  expect((await send(png)).code).toBe(0)
  const tooMuch = [
    await send(Buffer.alloc(1_100_000)),
    await app.call(file.begin, { scene: 'image', name: 'a.png', size: 1_100_000 }, teacher),
  ]
  for (const answer of tooMuch) expect(answer).toMatchObject({ code: errors.storageDown[0], msg: '服务器磁盘空间不足，请联系管理员' })
  use({ [place]: 50 })
  expect((await app.call(disk.detail, {}, admin)).code).toBe(0)
})

test('a full disk that only the database writes to refuses no upload', async () => {
  use({ database: 50 })
  expect((await app.upload(file.upload, png, 'b.png', { scene: 'image' }, teacher)).code).toBe(0)
})

test('a folder that cannot be written is not ready, whatever its free space', async () => {
  use({}, { write: () => Promise.reject(failure('EROFS')) })
  expect(await ready()).toEqual([503, 'disk not writable', 'failing'])
})

test.each(['53100', '58030', 'ENOSPC'])('a call that failed with %s counts for a minute', async (code) => {
  use({})
  app.app.storage.useProviders(() => Promise.reject(failure(code)))
  await app.call(disk.detail, {}, admin)
  app.app.storage.useProviders(async () => undefined)
  expect(await ready()).toEqual([503, 'disk not writable', 'failing'])
  app.clock.advance(61)
  expect(await ready()).toEqual([200, 'ready', 'ok'])
})

test('a folder that does not exist yet is left out', async () => {
  use({}, { deviceOf: async (path) => (path.endsWith('files') ? Promise.reject(failure('ENOENT')) : 1) })
  expect((await app.ok(disk.detail, {}, admin)).disks.map((one) => one.places)).toEqual([['data', 'database', 'temporary']])
})

test('the real functions of this system', async () => {
  const [room] = await watchDisk(app.app).rooms()
  expect(room!.free).toBeGreaterThan(MB)
  expect(room!.size).toBeGreaterThan(room!.free)
})

test('is shown to those who may change the settings', async () => {
  expect((await app.call(disk.detail, {}, teacher)).code).toBe(errors.forbidden[0])
})
