import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchFolders } from './watch-folders.ts'

let folder: string
let changes: number
let stop: () => void

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'))
  writeFileSync(join(folder, 'a.ts'), '1')
  changes = 0
  stop = watchFolders([folder], () => changes++)
})
afterEach(() => {
  stop()
  rmSync(folder, { recursive: true })
})

const seen = async (count: number) => {
  await expect.poll(() => changes, { interval: 20 }).toBe(count)
}

it('reports repeated changes of a file, written in place or replaced by a rename, in any order', async () => {
  for (const [index, way] of ['rename', 'write', 'rename', 'rename', 'write'].entries()) {
    if (way === 'write') writeFileSync(join(folder, 'a.ts'), String(index))
    else {
      writeFileSync(join(folder, 'a.ts~'), String(index))
      renameSync(join(folder, 'a.ts~'), join(folder, 'a.ts'))
    }
    await seen(index + 1)
  }
})

it('reports files in folders created later', async () => {
  mkdirSync(join(folder, 'new', 'deep'), { recursive: true })
  await seen(1)
  writeFileSync(join(folder, 'new', 'deep', 'b.ts'), '1')
  await seen(2)
})
