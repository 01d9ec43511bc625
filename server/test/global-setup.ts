// Starts one PostgreSQL per test run, with a migrated and seeded template database for cloneDatabase().
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/kernel/database.ts'
import { migrate } from '../src/kernel/postgres/migrate.ts'
import { findPostmaster } from '../src/kernel/postgres/postgres-cluster.ts'
import { startPostgres } from '../src/kernel/postgres/postgres.ts'
import { seedBase } from '../src/seed/base.ts'
import { fastFolder } from './fast-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connects to the cluster of this run as superuser. */
    adminUrl: string
    /** The name of the template database. */
    template: string
    /** A folder for further clusters, in memory if there is enough. */
    clusters: string
  }
}

const server = join(import.meta.dirname, '..')
const prefix = `shuyuan-test-${userInfo().uid}-`
const unusedMs = 60 * 60_000
/** The small tables of a test have no statistics: PostgreSQL takes them for large ones, and would start two processes for one statement. */
const settings = { max_parallel_workers_per_gather: '0' }

/**
 * Copies the prepared cluster and starts the copy, so that parallel runs are independent. The prepared cluster is stored between runs under
 * a hash of the migrations and the base seed, and built again only when these change.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) return useServer(project, given)
  const root = fastFolder()
  removeAbandoned(root)
  const hash = hashOf(
    globSync(['migrations/*.sql', 'src/seed/*.ts', 'src/kernel/postgres/*.ts', 'test/global-setup.ts'], { cwd: server }).toSorted(),
  )
  const template = `template_${hash}`
  const prepared = join(root, `${prefix}${hash}`)
  if (!existsSync(prepared)) await prepare(prepared, template)
  utimesSync(prepared, new Date(), new Date())

  const dataDir = join(root, `${prefix}run-${process.pid}`)
  execFileSync('cp', ['-a', prepared, dataDir])
  const postgres = await startPostgres({ dataDir, fast: true, settings })
  project.provide('adminUrl', postgres.url)
  project.provide('template', template)
  project.provide('clusters', root)
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  }
}

/** Uses a running PostgreSQL, with the right to create databases, for example one of another version. */
async function useServer(project: TestProject, adminUrl: string): Promise<() => Promise<void>> {
  const template = `shuyuan_template_${process.pid}`
  await makeTemplate(adminUrl, template)
  project.provide('adminUrl', adminUrl)
  project.provide('template', template)
  project.provide('clusters', fastFolder())
  return () => administer(adminUrl, `drop database ${template}`)
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(join(server, file)))
  return hash.digest('hex').slice(0, 12)
}

async function prepare(prepared: string, template: string): Promise<void> {
  const unfinished = `${prefix}run-${process.pid}-prepare`
  const dataDir = join(prepared, '..', unfinished)
  const postgres = await startPostgres({ dataDir, fast: true })
  try {
    await makeTemplate(postgres.url, template)
  } finally {
    await postgres.stop()
  }
  // Of two concurrent first runs the slower one uses the result of the other.
  if (existsSync(prepared)) rmSync(dataDir, { recursive: true })
  else renameSync(dataDir, prepared)
}

async function makeTemplate(adminUrl: string, template: string): Promise<void> {
  await administer(adminUrl, `create database ${template} template template0`)
  const url = new URL(adminUrl)
  url.pathname = `/${template}`
  await migrate(url.href, join(server, 'migrations'))
  await seed(url.href)
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function seed(url: string): Promise<void> {
  const { db } = openDatabase(url, { max: 2, onError: () => undefined })
  await seedBase(db, { adminPassword: 'Admin@2026' })
  await db.destroy()
}

/** Deletes clusters of killed runs, and prepared clusters that have not been used for a while. */
function removeAbandoned(root: string): void {
  for (const name of readdirSync(root).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(root, name)
    const owner = /run-(\d+)/.exec(basename(name))?.[1]
    const unused = owner ? !isAlive(Number(owner)) : Date.now() - statSync(folder).mtimeMs > unusedMs
    if (!unused) continue
    const postmaster = findPostmaster(folder)
    if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
