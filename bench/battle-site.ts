// The site of the benchmark of battles: a fresh durable database, a bank, signed-in learners, and one server process.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp } from '../server/src/app.ts'
import { makeBank } from '../server/src/domains/qu/qu.factory.ts'
import { openSession } from '../server/src/domains/session/session.service.ts'
import { readConfig } from '../server/src/kernel/config.ts'
import { ctxOf } from '../server/src/kernel/ctx.ts'
import { openDatabase } from '../server/src/kernel/database.ts'
import { migrate } from '../server/src/kernel/postgres/migrate.ts'
import { startPostgres } from '../server/src/kernel/postgres/postgres.ts'
import { seedBase } from '../server/src/seed/base.ts'
import { adminPassword } from './exam-setup.ts'
import { inParallel } from './measure.ts'
import { Servers } from './servers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Questions of each type in the bank. */
const STOCK = 30

export type BattleSite = { port: number; databaseUrl: string; repoId: string; adminId: string; tokens: string[] }

/** Runs `act` on a new site with `people` signed-in learners; the site is removed afterwards. */
export async function onBattleSite(port: number, people: number, act: (site: BattleSite) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-bench-'))
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') })
  let servers: Servers | undefined
  try {
    await migrate(postgres.url, join(root, 'server/migrations'))
    const made = await furnish(postgres.url, dataDir, people)
    servers = await Servers.start({ databaseUrl: postgres.url, dataDir, port }, 1)
    await act({ port, databaseUrl: postgres.url, ...made })
  } finally {
    await servers?.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function furnish(databaseUrl: string, dataDir: string, people: number) {
  const { pool, db } = openDatabase(databaseUrl, { max: 2, onError: () => undefined })
  await seedBase(db, { adminPassword })
  await db.destroy()
  if (!pool.ended) await pool.end()
  const built = await buildApp({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), databaseUrl, background: false })
  const ctx = ctxOf(built.app)
  const { id: adminId } = await ctx.db.selectFrom('sysUser').where('userName', '=', 'admin').select('id').executeTakeFirstOrThrow()
  const { repoId } = await makeBank(ctx, { single: STOCK, multiple: STOCK, trueFalse: STOCK })
  await ctx.db.updateTable('repo').set({ isTrain: true }).where('id', '=', repoId).execute()
  const { deptCode } = await ctx.db.selectFrom('sysDepart').select('deptCode').executeTakeFirstOrThrow()
  const rows = Array.from({ length: people }, (_one, at) => ({
    userName: `player${at}`,
    realName: `选手${at}`,
    passwordHash: 'x',
    deptCode,
    roleType: RoleType.learner,
  }))
  const ids: string[] = []
  for (let from = 0; from < people; from += 1_000) {
    const added = await ctx.db
      .insertInto('sysUser')
      .values(rows.slice(from, from + 1_000))
      .returning('id')
      .execute()
    ids.push(...added.map((row) => row.id))
  }
  const tokens: string[] = []
  await inParallel(ids.entries(), 4, async ([at, id]) => void (tokens[at] = await openSession(ctx, id, false)))
  await built.close()
  return { repoId, adminId, tokens }
}
