// The process that reads media files: which file gets a new one, and whose fault is believed.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import { measureFile } from './media-reader.ts'

const { app } = await sharedApp()
const folder = await mkdtemp(join(tmpdir(), 'shuyuan-reader-'))
afterAll(() => rm(folder, { recursive: true }))

/** A sound without compression: one channel, 8,000 samples a second of one byte. */
function wave(seconds: number): Buffer {
  const head = Buffer.alloc(44)
  const bytes = seconds * 8_000
  head.write('RIFF')
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return Buffer.concat([head, Buffer.alloc(bytes, 128)])
}
const [sound, text] = [join(folder, 'sound.wav'), join(folder, 'text.mp4')]
await writeFile(sound, wave(3))
await writeFile(text, 'no film, '.repeat(1_000))
const read = (path = sound) => measureFile(app, path)

/** The processes of this one that read media. */
async function readers(): Promise<number[]> {
  const tasks = await readdir('/proc/self/task')
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8')))
  const pids = lists.flatMap((list) => list.split(' ').filter(Boolean))
  const isReader = async (pid: string) => (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('media.worker')
  const found = await Promise.all(pids.map(async (pid) => ((await isReader(pid)) ? [Number(pid)] : [])))
  return found.flat()
}

test('files, one after another, are read by one process, also one that is no media file', async () => {
  expect(await read()).toMatchObject({ seconds: 3, videoCodec: '' })
  const first = await readers()
  expect(first).toHaveLength(1)
  expect(await read(text)).toBeNull()
  expect(await read()).toMatchObject({ seconds: 3 })
  expect(await readers()).toEqual(first)
})

test('two at once have a process each, of which one waits', async () => {
  const found = await Promise.all([read(), read()])
  expect(found.map((one) => one?.seconds)).toEqual([3, 3])
  await expect.poll(readers).toHaveLength(1)
})

test('the end of the process that waits is no fault of the next file', async () => {
  await read()
  const [waiting] = await readers()
  const next = read()
  process.kill(waiting!, 'SIGKILL')
  expect(await next).toMatchObject({ seconds: 3 })
  expect(await readers()).not.toContain(waiting)
})

test('a file that cannot be read ends its process', async () => {
  await read()
  const waiting = await readers()
  await expect(read(join(folder, 'nowhere.mp4'))).rejects.toThrow('ENOENT')
  await expect.poll(readers).toEqual([])
  expect(await read()).toMatchObject({ seconds: 3 })
  expect(await readers()).not.toEqual(waiting)
})

test('a file that is not wanted any more is not read by a second process', async () => {
  await read()
  const control = { signal: AbortSignal.abort(new Error('not wanted')), onPercent: () => undefined, isPaused: () => false }
  await expect(measureFile(app, sound, control)).rejects.toThrow('not wanted')
  await expect.poll(readers).toEqual([])
})
