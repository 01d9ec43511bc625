import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStackReader } from '../server/src/kernel/bundle-stack.ts'
import { ENTRY } from '../server/src/kernel/bundle.ts'
import { withOwnAddress } from './server-build.ts'

const root = join(import.meta.dirname, '..')

describe('addresses', () => {
  const product = join(root, 'server/src/kernel/a.ts')
  test('a module of the product keeps its own', () => {
    const code = `new Worker(new URL('a.worker.ts', import.meta.url)); join(import.meta.dirname, 'x')`
    expect(withOwnAddress(code, product)).toBe(
      `new Worker(new URL('a.worker.ts', new URL("../../src/kernel/a.ts", import.meta.url).href)); join(process.getBuiltinModule('node:url').fileURLToPath(new URL('.', new URL("../../src/kernel/a.ts", import.meta.url))), 'x')`,
    )
    expect(withOwnAddress('import.meta.resolve(name)', product)).toBeUndefined()
  })

  test('a package that asks for its own is refused', () => {
    expect(() => withOwnAddress('read(__dirname)', join(root, 'node_modules/one/index.js'))).toThrow(
      /one.index\.js asks for its own address/,
    )
  })
})

describe('the bundle', () => {
  // as deep as the bundles of the server, whose addresses it has
  mkdirSync(join(root, '.vitest/bundles'), { recursive: true })
  const folder = mkdtempSync(join(root, '.vitest/bundles/'))
  // in a process of its own, as it takes 1.2 GB
  beforeAll(() => promisify(execFile)(process.execPath, [join(import.meta.dirname, 'server-build.ts'), folder]))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('loads everything, to the database that is away', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, `${ENTRY}.js`)], {
      cwd: folder,
      env: {
        PORT: '65001',
        SHARE_PORT: 'true',
        HOST: '127.0.0.1',
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: 'postgres://a@127.0.0.1:1/exams',
      },
      encoding: 'utf8',
    })
    expect(stderr.trim().split('\n').at(-1)).toMatch(/^No connection to PostgreSQL \(DATABASE_URL\) at 127\.0\.0\.1:1/)
    expect(status).toBe(1)
  })

  test('a stack names the lines of the sources', () => {
    const lines = readFileSync(join(folder, 'run.js'), 'utf8').split('\n')
    const at = lines.findIndex((line) => line.includes('a part of the server could not be closed in time')) + 1
    const source = readFileSync(join(root, 'server/src/run.ts'), 'utf8').split('\n')
    const line = source.findIndex((one) => one.includes('a part of the server could not be closed in time')) + 1
    const place = pathToFileURL(join(root, 'server/dist', basename(folder), 'run.js')).href
    const inSources = openStackReader(dirname(folder))
    expect(inSources(`Error: x\n    at late (${place}:${at}:5)`)).toBe(`Error: x\n    at late (server/src/run.ts:${line})`)
    expect(inSources(`    at ${place}:99999999:5`)).toBe(`    at ${place}:99999999:5`)
    expect(inSources('    at late (server/src/run.ts:3:5)')).toBe('    at late (server/src/run.ts:3:5)')
  })
})
