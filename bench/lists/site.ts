// The filled site of the benchmark of lists: its data folder is used again while it was filled with the same sizes and statements.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { buildApp } from '../../server/src/app.ts'
import { makeExam } from '../../server/src/domains/exam/exam.factory.ts'
import { createPaper } from '../../server/src/domains/paper/admission/create.service.ts'
import { handExam } from '../../server/src/domains/paper/attempt/clock/close.service.ts'
import { gradePaper } from '../../server/src/domains/paper/grade/grade.service.ts'
import { makeBank } from '../../server/src/domains/qu/qu.factory.ts'
import { makeTmpl } from '../../server/src/domains/tmpl/tmpl.factory.ts'
import { readConfig } from '../../server/src/kernel/config.ts'
import { ctxOf, nobody } from '../../server/src/kernel/ctx.ts'
import { openDatabase } from '../../server/src/kernel/database.ts'
import { migrate } from '../../server/src/kernel/postgres/migrate.ts'
import { startPostgres } from '../../server/src/kernel/postgres/postgres.ts'
import { seedBase } from '../../server/src/seed/base.ts'
import { say } from '../fresh.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const fillDir = fileURLToPath(new URL('fill/', import.meta.url))
export const PASSWORD = 'Bench-Admin-2026'
/** The charts of the last days need recent papers: an older site is filled again. */
const FRESH_MS = 3 * 86_400_000

export type Size = { people: number; papers: number }
type Filled = { key: string; at: string; seconds: number }

const scripts = () => readdirSync(fillDir).toSorted()
const keyOf = (size: Size) =>
  createHash('sha256')
    .update(JSON.stringify([size, ...scripts().map((name) => readFileSync(join(fillDir, name), 'utf8'))]))
    .digest('hex')

/**
 * Starts PostgreSQL on the filled data folder and runs `act`; fills the folder first unless it holds a site of the same size.
 * @param folder keeps the site for the next run
 */
export async function onFilledSite(folder: string, size: Size, act: (databaseUrl: string, dataDir: string) => Promise<void>) {
  const mark = join(folder, 'filled.json')
  const known = await readFile(mark, 'utf8').then(
    (text) => JSON.parse(text) as Filled,
    () => undefined,
  )
  const reuse = known?.key === keyOf(size) && Date.now() - Date.parse(known.at) < FRESH_MS
  if (!reuse) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  try {
    // migrations that are newer than the site run as they would on an upgrade
    const { applied } = await migrate(postgres.url, join(root, 'server/migrations'))
    if (reuse) {
      say(`the site of ${known.at} is used again`)
      // as autovacuum does in the hours after an upgrade
      if (applied.length > 0) await analyze(postgres.url)
    } else {
      const began = performance.now()
      await fill(postgres.url, folder, size)
      const filled: Filled = { key: keyOf(size), at: new Date().toISOString(), seconds: Math.round((performance.now() - began) / 1_000) }
      await writeFile(mark, JSON.stringify(filled))
      say(`filled in ${filled.seconds} s`)
    }
    await act(postgres.url, folder)
  } finally {
    await postgres.stop()
  }
}

async function analyze(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function fill(databaseUrl: string, dataDir: string, size: Size) {
  const { pool, db } = openDatabase(databaseUrl, { max: 2, onError: () => undefined })
  await seedBase(db, { adminPassword: PASSWORD })
  await db.destroy()
  if (!pool.ended) await pool.end()
  await makeModels(databaseUrl, dataDir)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set synchronous_commit = off; set work_mem = '128MB'; set maintenance_work_mem = '512MB'`)
    await client.query(`select set_config('bench.people', $1, false), set_config('bench.papers', $2, false)`, [
      String(size.people),
      String(size.papers),
    ])
    const indexes = await withoutIndexes(client)
    // the rows refer to each other as the statements make them: foreign keys are not checked again
    await client.query('set session_replication_role = replica')
    for (const name of scripts()) {
      const began = performance.now()
      await client.query(await readFile(join(fillDir, name), 'utf8'))
      say(`${name.padEnd(16)} ${Math.round((performance.now() - began) / 1_000)} s`)
    }
    const began = performance.now()
    for (const index of indexes) await client.query(index)
    say(`${'indexes'.padEnd(16)} ${Math.round((performance.now() - began) / 1_000)} s`)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Drops the indexes that no constraint needs: made anew over all rows they cost a part of the time. @returns the statements that make them */
async function withoutIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; statement: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as statement from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not i.indisunique`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map((one) => one.statement)
}

/** Two handed-in papers of the administrator, made by the product: one marked by the machine, one with five questions that wait for a marker. */
async function makeModels(databaseUrl: string, dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const { app, close } = await buildApp({ config, databaseUrl, background: false })
  const { id } = await app.db.selectFrom('sysUser').where('userName', '=', 'admin').select('id').executeTakeFirstOrThrow()
  const ctx = ctxOf(app, { user: { ...nobody, id, userName: 'admin', roleType: RoleType.staff } })
  const { repoId } = await makeBank(ctx, { single: 100, shortAnswer: 5 })
  const draw = (quType: QuType, count: number) => ({ repoId, chapterId: '', quType, level: null, count, perScore: 200 }) as const
  for (const shorts of [0, 5]) {
    const draws = [draw(QuType.single, 50 - shorts), ...(shorts > 0 ? [draw(QuType.shortAnswer, shorts)] : [])]
    const tmplId = await makeTmpl(ctx, { groups: [{ title: '全部', mode: 'draw', draws, quList: [] }] })
    const examId = await makeExam(ctx, { tmplId, minutes: 60, markOptions: { blankShortZero: false, ignoreCase: true, negative: false } })
    const paper = await createPaper(ctx, { examId })
    await handExam(ctx, { id: paper.id })
    await gradePaper(app, paper.id)
  }
  await close()
}
