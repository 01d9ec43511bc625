// A release in a small repository: what is written, committed, tagged and packed, and when nothing is done.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Look } from './holes.ts'
import { headed, isNewer, makeRelease } from './release.ts'

let root: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const read = (path: string) => readFile(join(root, path), 'utf8')
const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`
const looked: Look = { lock: '', at: '2026-12-30T08:00:00.000Z', server: [], tools: [] }
const release = (version: string, look: Look | string = looked) =>
  makeRelease({ root, version, out: 'dist/release', day: '2026-12-31', look })
const securityDoc = `# Security

## Known holes of dependencies

| date | release | looked at by | found, and what was done |
|---|---|---|---|

| advisory | package | why it stays | judged |
|---|---|---|---|
| GHSA-aaaa-bbbb-cccc | other | no request reaches it | 2026-12-01 |

## Judged, and left as it is
- | GHSA-dddd-eeee-ffff | of another part
`

async function write(path: string, text: string) {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'shuyuan-release-'))
  const version = '0.1.0'
  const folders = ['', 'contract', 'server', 'web']
  for (const folder of folders) await write(join(folder, 'package.json'), json({ name: `shuyuan${folder}`, version }))
  const packages = { ...Object.fromEntries(folders.map((folder) => [folder, { version }])), 'node_modules/other': { version } }
  await write('package-lock.json', json({ name: 'shuyuan', version, packages }))
  await write('deploy/helm/Chart.yaml', 'apiVersion: v2\nversion: 0.1.0\nappVersion: 0.1.0\n')
  await write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n')
  await write('CHANGELOG.zh-CN.md', '# 更新说明\n\n## 未发布\n\n### 教师\n\n- 甲。\n')
  await write('server/migrations/20260101000000_thing.sql', 'select 1;')
  await write('server/migrations/20260102000000_more.sql', 'select 1;')
  await write('server/migrations/released.txt', '20260101000000_thing.sql\n')
  await write('docs/security.md', securityDoc)
  await write('.gitignore', 'dist/\n')
  git('init', '--quiet')
  git('config', 'user.name', 'A maintainer')
  git('config', 'user.email', 'maintainer@school.example')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'begin')
})
afterEach(() => rm(root, { recursive: true }))

test('a release has its version everywhere, a tag, and an archive with its checksum', async () => {
  const { archive, sums } = await release('0.2.0')
  const note = 'Looked at on 2026-12-30 with npm audit: none in what runs on a server; none in what builds and tests it.'
  expect(await read('CHANGELOG.md')).toBe(
    `# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-31\n\n### Known holes of dependencies\n- ${note}\n\n### Added\n- A thing.\n`,
  )
  expect(await read('CHANGELOG.zh-CN.md')).toBe('# 更新说明\n\n## 0.2.0（2026-12-31）\n\n### 教师\n\n- 甲。\n')
  expect(await read('docs/security.md')).toBe(
    securityDoc.replace('|---|---|---|---|\n\n', `|---|---|---|---|\n| 2026-12-31 | 0.2.0 | A maintainer | ${note} |\n\n`),
  )
  expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toContain(note)
  for (const path of ['package.json', 'contract/package.json', 'server/package.json', 'web/package.json'])
    expect(JSON.parse(await read(path))).toMatchObject({ version: '0.2.0' })
  expect(JSON.parse(await read('package-lock.json'))).toMatchObject({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' }, server: { version: '0.2.0' }, 'node_modules/other': { version: '0.1.0' } },
  })
  expect(await read('deploy/helm/Chart.yaml')).toBe('apiVersion: v2\nversion: 0.2.0\nappVersion: 0.2.0\n')
  expect(await read('server/migrations/released.txt')).toBe('20260102000000_more.sql\n')
  expect([git('status', '--porcelain'), git('log', '-1', '--format=%s'), git('describe')]).toEqual(['', 'release: 0.2.0', 'v0.2.0'])
  const sha256 = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex')
  expect(await readFile(sums, 'utf8')).toBe(`${sha256}  shuyuan-0.2.0.tar.gz\n`)
  const packed = execFileSync('tar', ['-xzOf', archive, 'shuyuan-0.2.0/package.json'], { encoding: 'utf8' })
  expect(JSON.parse(packed)).toMatchObject({ version: '0.2.0' })
})

test('nothing is done with changed files, for an older version, or without an entry of the changelog', async () => {
  await expect(release('0.1.0')).rejects.toThrow('0.1.0 is not newer than 0.1.0')
  await expect(release('next')).rejects.toThrow('A version looks like 1.2.3')
  git('tag', 'v0.3.0')
  await expect(release('0.3.0')).rejects.toThrow('The tag v0.3.0 exists')
  await write('forgotten.txt', 'a draft')
  await expect(release('0.2.0')).rejects.toThrow('not committed:\n?? forgotten.txt')
  expect([git('log', '-1', '--format=%s'), await read('package.json')]).toEqual(['begin', json({ name: 'shuyuan', version: '0.1.0' })])
  expect(() => headed('# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-01\n- Old.\n', '0.2.0', '2026-12-31', 'None.')).toThrow(
    'has nothing',
  )
})

test('a known hole of what runs on a server stops a release unless it is judged; a registry without an answer needs a reason', async () => {
  const hole = { id: 'GHSA-dddd-eeee-ffff', name: 'other', severity: 'high', title: 'Reads | any file' }
  await expect(release('0.2.0', { ...looked, server: [hole] })).rejects.toThrow('high: other, Reads | any file (GHSA-dddd-eeee-ffff)')
  expect([git('log', '-1', '--format=%s'), git('status', '--porcelain')]).toEqual(['begin', ''])
  const judged = { ...hole, id: 'GHSA-aaaa-bbbb-cccc' }
  await release('0.2.0', { ...looked, server: [judged, { ...hole, severity: 'moderate' }], tools: [{ ...hole, severity: 'critical' }] })
  expect(await read('docs/security.md')).toContain('high: other, Reads / any file (GHSA-aaaa-bbbb-cccc); moderate: other')
  await write('CHANGELOG.md', (await read('CHANGELOG.md')).replace('## Unreleased\n', '## Unreleased\n\n- More.\n'))
  git('commit', '--quiet', '--all', '--message', 'more')
  await release('0.3.0', 'the registry of this place answers no audit')
  expect(await read('CHANGELOG.md')).toContain('- Not looked at: the registry of this place answers no audit\n')
  expect(await read('docs/security.md')).toContain('| 0.3.0 | A maintainer | Not looked at: the registry of this place answers no audit |')
})

test.each([
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '1.0.0-rc.2', true],
  ['1.0.0-rc.10', '1.0.0-rc.9', true],
  ['1.0.0-rc.1', '1.0.0', false],
  ['1.0.0', '1.0.0', false],
])('%s is newer than %s: %s', (version, than, newer) => {
  expect(isNewer(version, than)).toBe(newer)
})
