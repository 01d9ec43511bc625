// Known holes of dependencies, as `npm audit` tells them: asked here or on another machine, and what of it stops a release.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Hole = { id: string; name: string; severity: string; title: string }
/** `lock`: SHA-256 of the package-lock.json that was asked about; `at`: ISO time; `server`: holes of what runs on a server; `tools`: of the rest */
export type Look = { lock: string; at: string; server: Hole[]; tools: Hole[] }
type Advisory = { url: string; name: string; severity: string; title: string }
type Report = { auditReportVersion?: number; message?: string; vulnerabilities: Record<string, { via: (Advisory | string)[] }> }

const MEND = new Set(['high', 'critical'])
const OLDEST_MS = 7 * 86_400_000
const LONGEST_ANSWER = 64 * 2 ** 20
const HEADING = '\n## Known holes of dependencies\n'
const HEAD_OF_LOOKS = '| date | release | looked at by | found, and what was done |\n|---|---|---|---|\n'

/** npm itself; under `npm run` the one that runs. */
const npm = (): [string, ...string[]] => {
  const path = process.env['npm_execpath']
  return path === undefined ? ['npm'] : [process.execPath, path]
}

export const lockOf = async (root: string) =>
  createHash('sha256')
    .update(await readFile(join(root, 'package-lock.json')))
    .digest('hex')

/** npm ends with 1 where there are holes: its answer says whether it asked. */
const ask = ([command, ...before]: readonly [string, ...string[]], cwd: string, args: string[]) =>
  new Promise<Hole[]>((resolve, reject) => {
    execFile(
      command,
      [...before, 'audit', '--json', '--package-lock-only', ...args],
      { cwd, maxBuffer: LONGEST_ANSWER },
      (error, stdout) => {
        const report = parsed(stdout)
        if (report?.auditReportVersion === undefined)
          reject(new Error(`npm audit was not answered: ${report?.message ?? error?.message ?? 'no report'}`))
        else resolve(holesOf(report))
      },
    )
  })

function parsed(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined
  }
}

/** A package that only depends on one with a hole names that package instead of an advisory. */
function holesOf({ vulnerabilities }: Report): Hole[] {
  const advisories = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one !== 'string'))
  const holes = advisories.map(({ url, name, severity, title }) => ({ id: url.split('/').at(-1) ?? url, name, severity, title }))
  return [...new Map(holes.map((hole) => [hole.id, hole])).values()].toSorted((a, b) => a.id.localeCompare(b.id, 'en'))
}

/**
 * Asks the registry about every package of the lock file.
 * @throws when the registry does not answer
 */
export async function lookAtHoles(root: string, command: readonly [string, ...string[]] = npm(), now = new Date()): Promise<Look> {
  const server = await ask(command, root, ['--omit=dev'])
  const ids = new Set(server.map(({ id }) => id))
  const tools = (await ask(command, root, [])).filter(({ id }) => !ids.has(id))
  return { lock: await lockOf(root), at: now.toISOString(), server, tools }
}

/**
 * What another machine was told, from a file of `npm run holes -- --out`.
 * @throws when it is about another package-lock.json, or older than 7 days
 */
export async function readLook(root: string, file: string, now = new Date()): Promise<Look> {
  const look = JSON.parse(await readFile(file, 'utf8')) as Look
  if (look.lock !== (await lockOf(root))) throw new Error(`${file} is about another package-lock.json.`)
  if (now.getTime() - Date.parse(look.at) > OLDEST_MS) throw new Error(`${file} is of ${look.at}, more than 7 days old.`)
  return look
}

/** Holes of severity high and critical in what runs on a server, without those that docs/security.md judges: they stop a release. */
export function toMend({ server }: Look, securityDoc: string): Hole[] {
  const part = securityDoc.split(HEADING)[1]?.split('\n## ', 1)[0] ?? ''
  const judged = new Set([...part.matchAll(/^\| (GHSA-[\w-]+) \|/gm)].map(([, id]) => id))
  return server.filter(({ id, severity }) => MEND.has(severity) && !judged.has(id))
}

export const lineOf = ({ id, name, severity, title }: Hole) => `${severity}: ${name}, ${title} (${id})`

/** What the release note says. @param look or the reason why the registry could not be asked */
export function noteOf(look: Look | string): string {
  if (typeof look === 'string') return `Not looked at: ${look}`
  const parts = [
    ['in what runs on a server', look.server],
    ['in what builds and tests it', look.tools],
  ] as const
  const found = parts.map(([where, holes]) => `${holes.length === 0 ? 'none' : holes.map(lineOf).join('; ')} ${where}`)
  return `Looked at on ${look.at.slice(0, 10)} with npm audit: ${found.join('; ')}.`
}

/** The page with a line about this release. @throws when the table is not there */
export function withLook(securityDoc: string, { day, version, by, note }: { day: string; version: string; by: string; note: string }) {
  const [before, after] = securityDoc.split(HEAD_OF_LOOKS)
  if (before === undefined || after === undefined) throw new Error('docs/security.md has no table of looks at known holes.')
  return `${before}${HEAD_OF_LOOKS}| ${day} | ${version} | ${by} | ${note.replaceAll('|', '/')} |\n${after}`
}
