// The process that reads media files: which file gets a new one, and whose fault is believed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { childProcesses } from '../../../test/child-processes.ts'
import { sharedApp } from '../../../test/people.ts'
import { wavOf } from '../../seed/wav.ts'
import { calm } from './child.ts'
import { measureFile } from './media-reader.ts'

const { app } = await sharedApp()
const folder = await mkdtemp(join(tmpdir(), 'shuyuan-reader-'))
afterAll(() => rm(folder, { recursive: true }))

const [sound, text] = [join(folder, 'sound.wav'), join(folder, 'text.mp4')]
await writeFile(sound, wavOf(new Uint8Array(24_000).fill(128), 8_000))
await writeFile(text, 'no film, '.repeat(1_000))
const read = (path = sound) => measureFile(app, path)

const readers = () => childProcesses(/media\.worker/)

test('files, one after another, are read by one process, also one that is no media file', async () => {
  expect(await read()).toMatchObject({ seconds: 3, videoCodec: '' })
  const first = readers()
  expect(first).toHaveLength(1)
  expect(await read(text)).toBeNull()
  expect(await read()).toMatchObject({ seconds: 3 })
  expect(readers()).toEqual(first)
})

test('two at once have a process each, of which one waits', async () => {
  const found = await Promise.all([read(), read()])
  expect(found.map((one) => one?.seconds)).toEqual([3, 3])
  await expect.poll(readers).toHaveLength(1)
})

test('the end of the process that waits is no fault of the next file', async () => {
  await read()
  const [waiting] = readers()
  const next = read()
  process.kill(waiting!, 'SIGKILL')
  expect(await next).toMatchObject({ seconds: 3 })
  expect(readers()).not.toContain(waiting)
})

test('a file that cannot be read ends its process', async () => {
  await read()
  const waiting = readers()
  await expect(read(join(folder, 'nowhere.mp4'))).rejects.toThrow('ENOENT')
  await expect.poll(readers).toEqual([])
  expect(await read()).toMatchObject({ seconds: 3 })
  expect(readers()).not.toEqual(waiting)
})

test('a file that is not wanted any more is not read by a second process', async () => {
  await read()
  const control = { ...calm, signal: AbortSignal.abort(new Error('not wanted')) }
  await expect(measureFile(app, sound, control)).rejects.toThrow('not wanted')
  await expect.poll(readers).toEqual([])
})
