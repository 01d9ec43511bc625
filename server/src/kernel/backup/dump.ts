// A database elsewhere: copied and filled by PostgreSQL's own programs.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { HostClient } from '../postgres/host-client.ts'
import { BackupError } from './envelope.ts'
import { dumpPath } from './manifest.ts'
import type { Piece } from './pack.ts'

/** Folders in which PostgreSQL's programs may lie: of the search path, and of Debian's packages, which keep several versions. */
const programFolders = (): string[] => [
  ...(process.env.PATH ?? '').split(delimiter),
  ...globSync('/usr/lib/postgresql/*/bin'),
  ...globSync('/usr/pgsql-*/bin'),
]

/**
 * The program of the lowest version that is not older than the server.
 * @throws BackupError that names the versions found
 */
export function findProgram(name: 'pg_dump' | 'pg_restore', serverMajor: number, folders: readonly string[] = programFolders()): string {
  const found = folders
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, major: Number(/(\d+)/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout)?.[1] ?? 0) }))
  const fitting = found.filter(({ major }) => major >= serverMajor).toSorted((a, b) => a.major - b.major)[0]
  if (fitting) return fitting.path
  const versions = [...new Set(found.map(({ major }) => major))].join(', ')
  const seen = versions === '' ? `there is no ${name} on this machine` : `this machine has ${name} ${versions}`
  throw new BackupError(
    `The database is PostgreSQL ${serverMajor}, and ${seen}. Install the client programs of PostgreSQL ${serverMajor} or newer (Debian: postgresql-client-${serverMajor}), or back the database up where it runs.`,
  )
}

/** The password goes through the environment: other accounts of the machine see arguments. */
function connection(url: string): { shown: string; env: NodeJS.ProcessEnv } {
  const parsed = new URL(url)
  const password = decodeURIComponent(parsed.password)
  parsed.password = ''
  return { shown: parsed.href, env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) } }
}

export async function majorOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string }>("select current_setting('server_version_num') as number")
  return Math.floor(Number(rows[0]?.number) / 10_000)
}

const ended = (child: ReturnType<typeof spawn>, name: string) => {
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2_000)))
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new BackupError(`${name} failed: ${said.trim()}`))))
  })
}

/** The pieces of a dump of one state. @param client a session within a transaction whose snapshot is taken */
export async function* packDump(client: HostClient, url: string, programs?: readonly string[]): AsyncGenerator<Piece> {
  const program = findProgram('pg_dump', await majorOf(client), programs)
  const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name')
  // the snapshot exists on the host of this connection alone
  const { shown, env } = connection(client.address ?? url)
  const args = ['--format=custom', '--compress=0', '--no-owner', '--no-privileges', '--schema=public', '--extension=*']
  const child = spawn(program, [...args, `--snapshot=${rows[0]?.name ?? ''}`, `--dbname=${shown}`], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = ended(child, 'pg_dump')
  // awaited below; a failure before that must not end the process
  end.catch(() => undefined)
  yield { entry: { path: dumpPath, mode: 0o600 } }
  try {
    for await (const bytes of child.stdout) yield { bytes: bytes as Buffer }
    await end
  } finally {
    child.kill()
  }
}

/** Throws unless the database has no tables. */
export async function mustBeEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1")
  if (rows.length > 0) throw new BackupError('The database of DATABASE_URL has tables already. Create an empty one and name that.')
}

/** Fills an empty database with a dump. */
export async function restoreDump(url: string, serverMajor: number, dump: Readable): Promise<void> {
  const { shown, env } = connection(url)
  const args = ['--no-owner', '--no-privileges', '--clean', '--if-exists', '--exit-on-error', '--single-transaction', `--dbname=${shown}`]
  const child = spawn(findProgram('pg_restore', serverMajor), args, { env, stdio: ['pipe', 'ignore', 'pipe'] })
  const end = ended(child, 'pg_restore')
  // the reason is what pg_restore says, not that it stopped reading
  const [, told] = await Promise.allSettled([pipeline(dump, child.stdin), end])
  if (told.status === 'rejected') throw told.reason
}
