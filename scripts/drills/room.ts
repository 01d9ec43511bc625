// A disk whose free space a drill decides: a tmpfs of its own, or, without the right to mount one, the figure that the server reads.
import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Stage } from './drill.ts'

const MB = 1_024 * 1_024
const SIZE_MB = 700
const run = promisify(execFile)

export type Room = {
  kind: 'tmpfs' | 'figure'
  /** the site is to be below it */
  folder: string
  /** of the server's processes */
  env: Record<string, string>
  leaveFree: (mb: number) => Promise<void>
}

/** Fills the rest of the disk with a file. */
async function fill(folder: string, mb: number) {
  const path = join(folder, 'filler')
  await rm(path, { force: true })
  const { bavail, bsize } = await statfs(folder)
  const file = await open(path, 'w')
  const block = Buffer.alloc(MB)
  for (let left = Math.floor((bavail * bsize) / MB) - mb; left > 0; left--) await file.write(block)
  await file.close()
}

/** A disk whose free space is a figure that the servers read, whatever is on it; it is removed at the end of the drill. */
export async function makeFigure(stage: Stage): Promise<Room> {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-drill-disk-'))
  stage.atEnd(() => rm(folder, { recursive: true, force: true }))
  return figureIn(folder)
}

async function figureIn(folder: string): Promise<Room> {
  const figure = join(folder, 'free-mb')
  const env = { DRILL_FREE_MB_FILE: figure, NODE_OPTIONS: `--import=${new URL('disk.preload.ts', import.meta.url).href}` }
  const leaveFree = (mb: number) => writeFile(figure, String(mb))
  await leaveFree(SIZE_MB)
  return { kind: 'figure', folder, env, leaveFree }
}

/** Makes the disk; it is removed at the end of the drill. */
export async function makeRoom(stage: Stage): Promise<Room> {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-drill-disk-'))
  stage.atEnd(() => rm(folder, { recursive: true, force: true }))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=1777`, 'tmpfs', folder])
    stage.atEnd(() => run('umount', [folder]))
    return { kind: 'tmpfs', folder, env: {}, leaveFree: (mb) => fill(folder, mb) }
  } catch {
    return figureIn(folder)
  }
}
