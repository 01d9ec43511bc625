// Starts what a server process needs: database, migrations, seed, server; stops it in the reverse order.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp, type Built } from './app.ts'
import { publishedPasswords } from './domains/session/published.data.ts'
import { findPublishedPasswords } from './domains/session/published.service.ts'
import { readBuild, versionOf } from './kernel/build.ts'
import { archiveSettings, makeArchive } from './kernel/backup/wal-archive.ts'
import { addressOf, type Config, isReachable } from './kernel/config.ts'
import { openDatabase } from './kernel/database.ts'
import { surviveFaults } from './kernel/fault.ts'
import type { PortListeners } from './kernel/http/listen.ts'
import { missingHere, missingText } from './kernel/native.ts'
import { collectGarbage, whenQuiet } from './kernel/memory.ts'
import { migrate } from './kernel/postgres/migrate.ts'
import { mustReach, plainSsl } from './kernel/postgres/reach.ts'
import { startPostgres } from './kernel/postgres/postgres.ts'
import { type Account, databaseAccount } from './kernel/postgres/postgres-binaries.ts'
import { accountNamed, canReach, handOver, lowered, rootPlan, rootWarnings } from './kernel/root.ts'
import { mustBeDataFolder } from './kernel/files/upload-folder.ts'
import { mustBeOffice, portText } from './kernel/start-faults.ts'
import { seedBase } from './seed/base.ts'
import { noteVersion, upgradeText } from './seed/version.ts'
import { seedDemo } from './seed/demo.ts'
import { startHistory } from './seed/history/history.ts'

const here = dirname(fileURLToPath(import.meta.url))
/** How long a server that is stopped goes on for the proxy in front of it, in milliseconds. */
const PROXY_MS = 2_000
/** A part that does not close keeps the server no longer, in milliseconds; systemd waits for 90 s. */
const STOP_MS = 80_000
const say = (line: string) => process.stdout.write(`${line}\n`)
const demoAccounts = 'admin / Admin@2026   teacher / Teacher@2026   proctor / Proctor@2026   learner01 … learner50 / Learner@2026'

/** Started parts in order; stopped in reverse order. */
const started: { stop: () => Promise<unknown> }[] = []
let stopping: Promise<void> | undefined

function stop(): Promise<void> {
  stopping ??= (async () => {
    const late = setTimeout(() => {
      process.stderr.write('a part of the server could not be closed in time\n')
      process.exit(1)
    }, STOP_MS)
    for (const one of started.toReversed())
      await one.stop().catch((error: unknown) => process.stderr.write(`a part of the server was not closed: ${messageOf(error)}\n`))
    clearTimeout(late)
  })()
  return stopping
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping === undefined) say('stopping')
    void stop().then(() => process.exit(0))
  })
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const OWN_ONLY = 0o077

async function start(config: Config, listeners: PortListeners) {
  started.push({ stop: async () => listeners.shut() })
  const dataDir = resolve(config.dataDir)
  await mustBeDataFolder(dataDir)
  await mustBeOffice(config.office)
  await mkdir(dataDir, { recursive: true })
  if (config.databaseUrl !== undefined) await mustReach(config.databaseUrl, { needsSessions: config.sessionUrl === undefined })
  if (config.sessionUrl !== undefined) await mustReach(config.sessionUrl, { variable: 'DATABASE_SESSION_URL' })
  const embedded = config.databaseUrl === undefined ? await startEmbedded(config) : undefined
  const databaseUrl = config.databaseUrl === undefined ? (embedded?.url ?? '') : plainSsl(config.databaseUrl)
  const sessionUrl = config.sessionUrl === undefined ? undefined : plainSsl(config.sessionUrl)
  const began = performance.now()
  // loads the classes of fetch, 40 ms for which the first answer would wait, while the database works
  setImmediate(() => void globalThis.Response)
  const { chineseTrigrams, ...migrated } = await migrate(sessionUrl ?? databaseUrl, join(here, '../migrations'))
  const migrateMs = performance.now() - began
  if (!chineseTrigrams) say('This database finds no trigrams in Chinese text (its character type is C): searches for words will be slow.')
  const password = config.adminPassword ?? (config.demo ? publishedPasswords.admin : `${randomBytes(16).toString('base64url')}aA1!`)
  const { isNew, before } = await seed(databaseUrl, password)
  const told = upgradeText({ ...migrated, ms: migrateMs }, before, versionOf(readBuild()))
  if (told !== undefined) say(told)
  const root = leaveRoot(dataDir, embedded ? embedded.account : accountNamed(config.runAs))
  // what is written from here on is this account's alone; public uploads are opened one by one (storage.ts)
  process.umask(OWN_ONLY)
  const built = await buildApp({ config: { ...config, dataDir, sessionUrl }, databaseUrl, webRoot: join(here, '../../web/dist') })
  started.push({ stop: built.close })
  surviveFaults(built.app)
  if (config.demo) await seedDemo(built.app)
  const isOpen = (await findPublishedPasswords(built.app)) && isReachable(config)
  if (isOpen) built.app.log.warn('accounts with published passwords can be reached from other computers: change them')
  root?.raise()
  // folders that an administrator has named
  if (root)
    for (const folder of [built.app.runtime.tmpDir, (await built.app.storage.activeProvider())?.folder]) if (folder) root.handOver(folder)
  if (config.backup) {
    // made by root: its parent may be closed to the account
    await mkdir(config.backup.dir, { recursive: true, mode: 0o700 })
    root?.handOver(config.backup.dir)
  }
  await listeners.admit(built.http)
  // first of all when the server stops
  started.push({ stop: async () => listeners.shut() }, { stop: () => windDown(built, config) })
  // a process that is killed later would not save its compile cache; written by root, so that no other account can change what runs next
  flushCompileCache()
  root?.giveUp()
  // candidates who wait for this server come first
  built.begin()
  // after a crash candidates wait: not before the server is quiet
  whenQuiet(() => collectGarbage())
  for (const one of missingHere(built.app)) say(missingText(one))
  if (config.demoHistory) startHistory(built.app)
  greet(config, isNew && !config.demo && config.adminPassword === undefined ? password : undefined)
  if (isOpen) say('The published passwords of the demonstration still hold, and other computers can reach this one: change them.')
}

/** Behind a proxy: answers go on for a moment, each with the end of its connection, so that the proxy sends nothing into a closed one. */
async function windDown(built: Built, { trustProxy }: Config) {
  built.announceStop()
  if (trustProxy !== false) await sleep(PROXY_MS)
}

async function startEmbedded({ dataDir, walArchiveDir }: Pick<Config, 'dataDir' | 'walArchiveDir'>) {
  const cluster = join(dataDir, 'postgres')
  if (walArchiveDir !== undefined) await makeArchive(walArchiveDir, databaseAccount(cluster))
  const settings = walArchiveDir === undefined ? {} : archiveSettings(walArchiveDir)
  const embedded = await startPostgres({ dataDir: cluster, settings })
  started.push(embedded)
  return embedded
}

/** From now on the server acts as an ordinary account, if it was started as root and that is possible. */
function leaveRoot(dataDir: string, account: Account | undefined) {
  const program = [
    here,
    join(here, '../dist'),
    join(here, '../../contract/src'),
    join(here, '../../node_modules'),
    join(here, '../../web/dist'),
  ].filter((path) => existsSync(path))
  const plan = rootPlan(process.getuid?.(), account, (one) => {
    handOver(dataDir, one)
    return canReach(one, program, [dataDir])
  })
  if (plan === 'giveUp' && account) return lowered(account)
  if (plan !== 'ordinary' && plan !== 'giveUp') process.stderr.write(`${rootWarnings[plan]}\n`)
  return undefined
}

/** @returns whether the first administrator was created now, and the version that ran on this database before */
async function seed(databaseUrl: string, adminPassword: string) {
  const { pool, db } = openDatabase(databaseUrl, { max: 2, onError: () => undefined })
  try {
    const { createdAdmin } = await seedBase(db, { adminPassword })
    return { isNew: createdAdmin, before: await noteVersion(db, versionOf(readBuild())) }
  } finally {
    await db.destroy()
    if (!pool.ended) await pool.end()
  }
}

function greet(config: Config, generated: string | undefined) {
  say(`书院 ${addressOf(config)}`)
  if (config.demo) say(demoAccounts)
  if (generated !== undefined) say(`admin / ${generated}   (shown once: change it after signing in)`)
}

/** Starts the server; ends the process if that fails. */
export async function run(config: Config, listeners: PortListeners): Promise<void> {
  try {
    await start(config, listeners)
  } catch (error) {
    const isStopped = stopping !== undefined
    await stop().catch(() => undefined)
    // the last line of the log is the reason
    if (!isStopped) process.stderr.write(`${portText(error, config) ?? messageOf(error)}\n`)
    process.exit(1)
  }
}
