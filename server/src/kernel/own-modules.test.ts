import { readFileSync, globSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { addressOf } from './own-modules.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Where Node itself finds the modules that these files import, by a process without the hook. */
function foundByNode(pairs: [string, string][]): string[] {
  const program = `
    const pairs = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
    process.stdout.write(JSON.stringify(pairs.map(([specifier, parent]) => import.meta.resolve(specifier, parent))))`
  const flags = [
    '--experimental-import-meta-resolve',
    '--input-type=module',
    '-e',
    `import { createRequire } from 'node:module'\nconst require = createRequire(${JSON.stringify(import.meta.url)})\n${program}`,
  ]
  const { stdout, stderr, status } = spawnSync(process.execPath, flags, {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as string[]
}

describe('modules of the product', () => {
  test('every import is found where Node finds it', () => {
    const files = globSync('{server,contract}/src/**/*.ts', { cwd: root })
    const pairs = files.flatMap((file): [string, string][] => {
      const text = readFileSync(`${root}/${file}`, 'utf8')
      const parent = pathToFileURL(`${root}/${file}`).href
      return [...text.matchAll(/(?:from|import) '([^']+\.ts)'/g)].map(([, specifier]) => [specifier!, parent])
    })
    expect(pairs.length).toBeGreaterThan(5_000)
    expect(pairs.map(([specifier, parent]) => addressOf(specifier, parent))).toEqual(foundByNode(pairs))
  })

  test('packages, Node and other kinds of files are left to Node', () => {
    for (const specifier of ['zod', 'node:fs', 'kysely/helpers/postgres', './words.json', '/etc/passwd.ts']) {
      expect(addressOf(specifier, import.meta.url)).toBeUndefined()
    }
    expect(addressOf('./a.ts', 'data:text/javascript,')).toBeUndefined()
  })
})
