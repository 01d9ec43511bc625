// The command that brings an old site, from a dump to a learner who signs in with the password of its list and chooses another.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { user } from '@shuyuan/contract/account/user.ts'
import { afterAll, expect, test } from 'vitest'
import { code } from '../../../test/refusal.ts'
import { startWith } from '../../../test/people.ts'
import { TEST_SEAL_KEY } from '../../../test/start-app.ts'
import { xzsMysql } from './xzs-fixture.factory.ts'

const OWN = 'Primrose#2027'
const script = fileURLToPath(new URL('../../../../scripts/migrate.ts', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'shuyuan-command-'))
afterAll(() => rm(folder, { recursive: true }))
const { app } = await startWith()
await writeFile(join(folder, 'dump.sql'), xzsMysql())

async function run(...words: string[]): Promise<string> {
  const { databaseUrl } = app
  const { dataDir } = app.app.config
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SEAL_KEYS: TEST_SEAL_KEY, DEMO: 'false' }
  const command = [script, 'xzs', join(folder, 'dump.sql'), '--report', join(folder, 'report.xlsx'), ...words]
  return (await promisify(execFile)(process.execPath, command, { env, encoding: 'utf8' })).stdout
}
const learners = () => app.db.selectFrom('sysUser').where('userName', '=', 'student').select('mustChangePass').execute()

test('a dump becomes accounts, each with a password that its owner replaces at the first sign-in', { timeout: 300_000 }, async () => {
  expect(await run()).toContain('Nothing was stored.')
  await expect(run('--tz', 'Mars/Base')).rejects.toThrow('is no time zone')
  expect(await learners()).toEqual([])
  // a site with people of its own is one to be named
  await app.enrol({ userName: 'here.before', realName: '马守仁' })
  await expect(run('--go')).rejects.toThrow('--site "书院"')
  expect(await learners()).toEqual([])
  expect(await run('--go', '--site', '书院')).toContain('first passwords of 5 accounts')
  expect(await learners()).toEqual([{ mustChangePass: true }])

  const lines = (await readFile(join(folder, 'report-passwords.csv'), 'utf8')).trim().split('\n')
  const given = JSON.parse(`[${lines.find((line) => line.startsWith('"student"'))}]`) as [string, string, string]
  const { token } = await app.ok(user.login, { userName: 'student', password: given[2] })
  expect(await app.call(user.info, {}, token)).toMatchObject({ code: code('mustChangePass') })
  expect(await app.ok(user['first-pass'], { password: OWN }, token)).toBe(true)
  const own = await app.ok(user.login, { userName: 'student', password: OWN })
  expect(await app.ok(user.info, {}, own.token)).toMatchObject({ userName: 'student' })
})
