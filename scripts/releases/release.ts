// A release: versions, heading of the changelog and last migration in one commit with a tag, and an archive of it with its checksum.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { lineOf, type Look, noteOf, toMend, withLook } from './holes.ts'

const run = promisify(execFile)
const WORKSPACES = ['', 'contract', 'server', 'web']
const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[0-9a-z.]+)?$/
const UNRELEASED = '## Unreleased\n'
const NUMBERS = 3

type Release = {
  /** the repository */
  root: string
  version: string
  /** where the archive goes */
  out: string
  /** of the heading, as 2026-12-31 */
  day: string
  /** known holes of the dependencies, or the reason why the registry could not be asked */
  look: Look | string
}

/** Whether the first one is the newer version; one without a suffix is newer than its previews. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [VERSION.exec(version), VERSION.exec(than)]
  if (!one || !other) throw new Error(`A version looks like 1.2.3 or 1.2.3-rc.1, not like ${one ? than : version}.`)
  for (let at = 1; at <= NUMBERS; at++) if (one[at] !== other[at]) return Number(one[at]) > Number(other[at])
  const [preview, otherPreview] = [one.at(-1) ?? '', other.at(-1) ?? '']
  if (preview === '' || otherPreview === '') return preview === '' && otherPreview !== ''
  return preview.localeCompare(otherPreview, 'en', { numeric: true }) > 0
}

/** @throws when nothing is written below the heading of what is not released */
export function headed(changelog: string, version: string, day: string, holes: string): string {
  const [before, after] = changelog.split(UNRELEASED)
  const entries = after?.split('\n## ', 1)[0]?.trim() ?? ''
  if (before === undefined || after === undefined || entries === '') throw new Error('CHANGELOG.md has nothing under "Unreleased".')
  return `${before}${UNRELEASED}\n## ${version} - ${day}\n\n### Known holes of dependencies\n- ${holes}\n${after}`
}

const edit = async (path: string, change: (text: string) => string) => writeFile(path, change(await readFile(path, 'utf8')))
const pretty = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

type Lock = { version: string; packages: Record<string, { version: string }> }

async function setVersions(root: string, version: string) {
  for (const workspace of WORKSPACES)
    await edit(join(root, workspace, 'package.json'), (text) => text.replace(/"version": "[^"]*"/, `"version": "${version}"`))
  await edit(join(root, 'package-lock.json'), (text) => {
    const lock = JSON.parse(text) as Lock
    lock.version = version
    for (const workspace of WORKSPACES) lock.packages[workspace]!.version = version
    return pretty(lock)
  })
  await edit(join(root, 'deploy/helm/Chart.yaml'), (text) => text.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`))
}

/** The upgrade test of the next release begins with this migration. */
async function noteMigration(root: string) {
  const folder = join(root, 'server/migrations')
  const newest = (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1)
  await writeFile(join(folder, 'released.txt'), `${newest ?? ''}\n`)
}

/**
 * Makes a release: a commit, a tag, and in `out` the archive with SHA256SUMS.
 * @returns the paths of both files
 * @throws when files are changed, the version is not newer, its tag exists or a known hole must be mended; nothing is changed then
 */
export async function makeRelease({ root, version, out, day, look }: Release): Promise<{ archive: string; sums: string }> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()
  const { version: current } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  if (!isNewer(version, current)) throw new Error(`${version} is not newer than ${current}.`)
  const changed = await git('status', '--porcelain')
  if (changed !== '') throw new Error(`There are changes that are not committed:\n${changed}`)
  const tag = `v${version}`
  if ((await git('tag', '--list', tag)) !== '') throw new Error(`The tag ${tag} exists.`)
  const [securityPath, note] = [join(root, 'docs/security.md'), noteOf(look)]
  const security = await readFile(securityPath, 'utf8')
  const open = typeof look === 'string' ? [] : toMend(look, security)
  if (open.length > 0) throw new Error(`Known holes to be mended, or judged in docs/security.md:\n${open.map(lineOf).join('\n')}`)
  const changelog = headed(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version, day, note)
  await writeFile(securityPath, withLook(security, { day, version, by: await git('config', 'user.name'), note }))
  await writeFile(join(root, 'CHANGELOG.md'), changelog)
  // the help shows its parts: an empty one of what comes next would stand first
  await edit(join(root, 'CHANGELOG.zh-CN.md'), (text) => text.replace('## 未发布\n', `## ${version}（${day}）\n`))
  await setVersions(root, version)
  await noteMigration(root)
  await git('commit', '--quiet', '--all', '--message', `release: ${version}`)
  await git('tag', '--annotate', '--message', `Shuyuan ${version}\n\nKnown holes of dependencies. ${note}`, tag)
  const name = `shuyuan-${version}`
  const [archive, sums] = [resolve(root, out, `${name}.tar.gz`), resolve(root, out, 'SHA256SUMS')]
  await mkdir(resolve(root, out), { recursive: true })
  await git('archive', '--format=tar.gz', `--prefix=${name}/`, `--output=${archive}`, tag)
  const sha256 = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex')
  await writeFile(sums, `${sha256}  ${name}.tar.gz\n`)
  return { archive, sums }
}
