// A server that cannot start says why in the last line of its log, in one line with the name of the variable.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'shuyuan-wrong-'))
writeFileSync(join(folder, 'file'), '')
afterAll(() => rmSync(folder, { recursive: true }))

test.each<[string, Record<string, string>, RegExp]>([
  ['a data folder that is a file', { DATA_DIR: join(folder, 'file') }, /^DATA_DIR=\S+: this is a file\./],
  [
    'a database that is away',
    { DATA_DIR: join(folder, 'data'), DATABASE_URL: 'postgres://a:hush@127.0.0.1:1/exams', DATABASE_UR: 'x' },
    /^No connection to PostgreSQL \(DATABASE_URL\) at 127\.0\.0\.1:1, database exams: connect ECONNREFUSED/,
  ],
])('%s', { timeout: 120_000 }, (_name, given, last) => {
  const env = { PATH: process.env.PATH, PORT: '65000', SHARE_PORT: 'true', DEMO: 'false', HOST: '127.0.0.1', ...given }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  const said = `${stdout}${stderr}`.trim().split('\n')
  expect(status).toBe(1)
  expect(said.at(-1)).toMatch(last)
  expect(said.join('\n')).not.toMatch(/hush|\n\s+at /)
  expect(said.filter((line) => line.includes('Is DATABASE_URL meant?'))).toHaveLength('DATABASE_UR' in given ? 1 : 0)
})
