// Threads that read uploaded files: which file gets a new one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import { runSheetWorker } from './sheet-worker.ts'

const { app } = await sharedApp()
const folder = await mkdtemp(join(tmpdir(), 'shuyuan-threads-'))
afterAll(() => rm(folder, { recursive: true }))
const [small, large] = [join(folder, 'small'), join(folder, 'large')]
await writeFile(small, 'x')
await writeFile(large, Buffer.alloc(1_000_001))
const worker = new URL('../../../test/thread-id.worker.ts', import.meta.url)

/** Reads a file. @returns the number of the thread */
async function read(name = 'fine', path = small): Promise<number> {
  const portions: unknown[] = []
  await runSheetWorker(app, worker, { path, name }, (portion) => void portions.push(portion))
  expect(portions).toEqual([expect.any(Number)])
  return portions[0] as number
}

test('small files, one after another, are read by one thread', async () => {
  const warned: Error[] = []
  const note = (warning: Error) => void warned.push(warning)
  process.on('warning', note)
  const threads = []
  for (let file = 0; file < 12; file++) threads.push(await read())
  expect(new Set(threads).size).toBe(1)
  // listeners that each file adds would be one
  await setImmediate()
  expect(warned).toEqual([])
  process.off('warning', note)
})

test('two at once have a thread each, and four no more than two', async () => {
  const threads = await Promise.all([read(), read(), read(), read()])
  expect(new Set(threads).size).toBe(2)
})

test('after a large file its thread ends', async () => {
  const thread = await read('fine', large)
  expect(await read()).not.toBe(thread)
})

test.each([
  ['refused', '文件'],
  ['thrown', 'thrown'],
  ['ended', '文件'],
])('a thread whose file was %s reads no other one, and the next file is read', async (name, why) => {
  const thread = await read()
  await expect(read(name)).rejects.toThrow(why)
  expect(await read()).not.toBe(thread)
})
