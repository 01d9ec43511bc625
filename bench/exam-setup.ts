// The exam of the load test: a fresh durable database, learners, a bank, an exam, and server processes.
import { sql } from 'kysely'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp } from '../server/src/app.ts'
import { makeCert } from '../server/src/domains/cert/cert.factory.ts'
import { makeExam } from '../server/src/domains/exam/exam.factory.ts'
import { makeBank } from '../server/src/domains/qu/qu.factory.ts'
import { hashPassword } from '../server/src/domains/session/password.service.ts'
import { openSession } from '../server/src/domains/session/session.service.ts'
import { makeTmpl } from '../server/src/domains/tmpl/tmpl.factory.ts'
import { readConfig } from '../server/src/kernel/config.ts'
import { type Ctx, ctxOf } from '../server/src/kernel/ctx.ts'
import { openDatabase } from '../server/src/kernel/database.ts'
import { migrate } from '../server/src/kernel/postgres/migrate.ts'
import { startPostgres } from '../server/src/kernel/postgres/postgres.ts'
import { startPooler } from '../scripts/drills/pooler.ts'
import { seedBase } from '../server/src/seed/base.ts'
import { Servers } from './servers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const password = 'Bench-2026'
export const adminPassword = 'Bench-Crane-2026'
/** what the first exam pays where there is a second one */
export const REWARD_POINTS = 5
export const nameOf = (index: number) => `bench${index}`

export type ExamSetup = {
  port: number
  databaseUrl: string
  /** DATA_DIR of the site */
  dataDir: string
  /** of the built-in database */
  databaseDir: string
  examId: string
  /** of the `others`; the first exam pays points and a certificate then */
  otherExamId: string | undefined
  /** of all learners, where there is a second exam: a sign-in costs more processor time than all that is measured there */
  tokens: string[]
  /** ids of the learners, in their order */
  userIds: string[]
  servers: Servers
  /** for a drill that starts its own database on the folder */
  stopDatabase: () => Promise<void>
  close: () => Promise<void>
}

type ExamOptions = {
  people: number
  /** further learners, for a second exam */
  others?: number
  questions: number
  port: number
  processes: number
  redisUrl?: string | undefined
  /** whether the servers reach the database through PgBouncer */
  isPooled?: boolean | undefined
  /** an empty database of its own, in place of a built-in one */
  databaseUrl?: string | undefined
}

/** Creates `people` learners and one exam of `questions` single-choice questions for all of them, with server processes on one port. */
export async function openExam(options: ExamOptions): Promise<ExamSetup> {
  const { people, others = 0, questions, port, processes, redisUrl, databaseUrl, isPooled = false } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-bench-'))
  const databaseDir = join(dataDir, 'postgres')
  const postgres =
    databaseUrl === undefined ? await startPostgres({ dataDir: databaseDir }) : { url: databaseUrl, stop: async () => undefined }
  let servers: Servers | undefined
  const poolers: (() => Promise<unknown>)[] = []
  const close = async () => {
    await servers?.stop()
    for (const end of poolers) await end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate(postgres.url, join(root, 'server/migrations'))
    const furnished = await furnish(postgres.url, dataDir, { people, others, questions })
    const way = isPooled ? await poolerOf(postgres.url, databaseDir, poolers) : { databaseUrl: postgres.url }
    servers = await Servers.start({ ...way, dataDir, port, redisUrl }, processes)
    const stopDatabase = () => postgres.stop()
    return { port, databaseUrl: postgres.url, dataDir, databaseDir, ...furnished, servers, stopDatabase, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The address through PgBouncer, and in transaction mode the one without it. */
async function poolerOf(url: string, dataDir: string, atEnd: (() => Promise<unknown>)[]) {
  // as root the pooler has another account, which must reach the socket below
  await chmod(join(dataDir, '..'), 0o711)
  const { port: given, searchParams } = new URL(url)
  const stage = {
    tell: (line: string) => void process.stdout.write(`${line}\n`),
    atEnd: (end: () => Promise<unknown>) => void atEnd.unshift(end),
  }
  const { port, isTransactional } = await startPooler(stage, {
    host: searchParams.get('host') ?? undefined,
    port: Number(given || '5432'),
    dataDir,
  })
  return { databaseUrl: `postgres://postgres@127.0.0.1:${port}/postgres`, sessionUrl: isTransactional ? url : undefined }
}

type Furnishing = Required<Pick<ExamOptions, 'people' | 'others' | 'questions'>>

async function furnish(databaseUrl: string, dataDir: string, { people, others, questions }: Furnishing) {
  const { pool, db } = openDatabase(databaseUrl, { max: 2, onError: () => undefined })
  await seedBase(db, { adminPassword })
  await db.destroy()
  if (!pool.ended) await pool.end()
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const built = await buildApp({ config, databaseUrl, background: false })
  const ctx = ctxOf(built.app)
  const bank = await makeBank(ctx, { single: questions * 4 })
  const draws = [{ repoId: bank.repoId, chapterId: '', quType: QuType.single, level: null, count: questions, perScore: 200 }]
  const tmplId = await makeTmpl(ctx, { groups: [{ title: '单选题', mode: 'draw', draws, quList: [] }] })
  const plain = { tmplId, minutes: 600, tries: 1 }
  const examId = await makeExam(ctx, others > 0 ? { ...plain, ...(await reward(ctx)) } : plain)
  const otherExamId = others > 0 ? await makeExam(ctx, plain) : undefined
  const passwordHash = await hashPassword(password)
  const { deptCode } = await ctx.db.selectFrom('sysDepart').select('deptCode').executeTakeFirstOrThrow()
  const userIds: string[] = []
  for (let from = 0; from < people + others; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, people + others - from) }, (_one, at) => nameOf(from + at))
    const made = await ctx.db
      .insertInto('sysUser')
      .values(rows.map((userName) => ({ userName, realName: userName, passwordHash, deptCode, roleType: RoleType.learner })))
      .returning('id')
      .execute()
    userIds.push(...made.map((row) => row.id))
  }
  const tokens: string[] = []
  for (const userId of others > 0 ? userIds : []) tokens.push(await openSession(ctx, userId, false))
  await built.close()
  return { examId, otherExamId, tokens, userIds }
}

/** Everybody passes the exam, which pays points and a certificate. */
async function reward(ctx: Ctx) {
  await sql`insert into sys_config (key, data) values ('site', '{"props": {"moduleCert": true}}')
    on conflict (key) do update set data = jsonb_set(sys_config.data, '{props,moduleCert}', 'true')`.execute(ctx.db)
  return { passScore: 0, awardPoints: REWARD_POINTS, certId: await makeCert(ctx), showScore: 'handed' as const }
}
