// What npm audit answers, read as holes; and the answer of another machine.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lookAtHoles, noteOf, readLook } from './holes.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'shuyuan-holes-'))
  await writeFile(join(root, 'package-lock.json'), '{}')
})
afterEach(() => rm(root, { recursive: true }))

/** Stands in for npm: answers with the production report to `--omit=dev`, otherwise with both, and ends with the code of npm. */
async function npmThatSays(production: object, all: object, code = 1): Promise<[string, ...string[]]> {
  const file = join(root, 'npm.mjs')
  const [some, both] = [production, all].map((one) => JSON.stringify(JSON.stringify(one)))
  await writeFile(
    file,
    `process.stdout.write(process.argv.includes('--omit=dev') ? ${some} : ${both}); process.exitCode = process.argv.includes('audit') ? ${code} : 9`,
  )
  return [process.execPath, file]
}

const advisory = (id: string, name: string, severity: string) => ({
  source: 1,
  name,
  dependency: name,
  title: `Hole of ${name}`,
  url: `https://github.com/advisories/${id}`,
  severity,
  range: '<1.0.1',
})
const depth = { name: 'depth', severity: 'high', via: [advisory('GHSA-aaaa-bbbb-cccc', 'depth', 'high')] }
const above = { name: 'above', severity: 'high', via: ['depth'] }
const tool = { name: 'tool', severity: 'low', via: [advisory('GHSA-dddd-eeee-ffff', 'tool', 'low')] }
const report = (vulnerabilities: object) => ({ auditReportVersion: 2, vulnerabilities, metadata: {} })

test('each advisory is named once, by where its package is used', async () => {
  const npm = await npmThatSays(report({ depth, above }), report({ depth, above, tool }))
  const look = await lookAtHoles(root, npm, new Date('2026-12-30T08:00:00Z'))
  expect(noteOf(look)).toBe(
    'Looked at on 2026-12-30 with npm audit: high: depth, Hole of depth (GHSA-aaaa-bbbb-cccc) in what runs on a server; ' +
      'low: tool, Hole of tool (GHSA-dddd-eeee-ffff) in what builds and tests it.',
  )
})

test('a registry without an answer is an error, not an absence of holes', async () => {
  const refused = { message: '405 Method Not Allowed', statusCode: 405, error: { summary: '', detail: '' } }
  const npm = await npmThatSays(refused, refused)
  await expect(lookAtHoles(root, npm)).rejects.toThrow('npm audit was not answered: 405 Method Not Allowed')
  await writeFile(join(root, 'npm.mjs'), 'process.exitCode = 1')
  await expect(lookAtHoles(root, npm)).rejects.toThrow('npm audit was not answered')
})

test('the answer of another machine counts for the same lock file, for seven days', async () => {
  const npm = await npmThatSays(report({}), report({}), 0)
  const look = await lookAtHoles(root, npm, new Date('2026-12-30T08:00:00Z'))
  const file = join(root, 'holes.json')
  await writeFile(file, JSON.stringify(look))
  expect(await readLook(root, file, new Date('2027-01-06T07:00:00Z'))).toEqual(look)
  await expect(readLook(root, file, new Date('2027-01-06T09:00:00Z'))).rejects.toThrow('more than 7 days old')
  await writeFile(join(root, 'package-lock.json'), '{"other":1}')
  await expect(readLook(root, file, new Date('2027-01-01T08:00:00Z'))).rejects.toThrow('another package-lock.json')
})
