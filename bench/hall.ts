// The exam hall that the benchmark fills: a fresh durable database, learners, a bank, an exam, and a server process.
import { quType } from '@shuyuan/contract/qu/content.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { buildApp } from '../server/src/app.ts'
import { makeExam } from '../server/src/domains/exam/exam.factory.ts'
import { makeBank } from '../server/src/domains/qu/qu.factory.ts'
import { hashPassword } from '../server/src/domains/sys/password.service.ts'
import { makeTmpl } from '../server/src/domains/tmpl/tmpl.factory.ts'
import { readConfig } from '../server/src/kernel/config.ts'
import { ctxOf } from '../server/src/kernel/ctx.ts'
import { openDatabase } from '../server/src/kernel/database.ts'
import { migrate } from '../server/src/kernel/migrate.ts'
import { startPostgres } from '../server/src/kernel/postgres.ts'
import { seedBase } from '../server/src/seed/base.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const password = 'Bench-2026'
export const nameOf = (index: number) => `bench${index}`

export type Hall = {
  port: number
  databaseUrl: string
  examId: string
  /** resident memory of the server process in MB */
  rssMb: () => Promise<number>
  close: () => Promise<void>
}

/** Opens the hall: `people` learners and one exam of `questions` single-choice questions for all of them. */
export async function openHall({ people, questions, port }: { people: number; questions: number; port: number }): Promise<Hall> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-bench-'))
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') })
  let server: ChildProcess | undefined
  const close = async () => {
    if (server && server.exitCode === null) {
      const exit = once(server, 'exit')
      server.kill('SIGTERM')
      await exit
    }
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate(postgres.url, join(root, 'server/migrations'))
    const examId = await furnish(postgres.url, dataDir, people, questions)
    server = await startServer(postgres.url, dataDir, port)
    const { pid } = server
    return { port, databaseUrl: postgres.url, examId, rssMb: () => residentMb(pid ?? 0), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function furnish(databaseUrl: string, dataDir: string, people: number, questions: number) {
  const { pool, db } = openDatabase(databaseUrl, { max: 2, onError: () => undefined })
  await seedBase(db, { adminPassword: 'Bench-Admin-2026' })
  await db.destroy()
  if (!pool.ended) await pool.end()
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const built = await buildApp({ config, databaseUrl, background: false })
  const ctx = ctxOf(built.app)
  const bank = await makeBank(ctx, { single: questions * 4 })
  const draws = [{ repoId: bank.repoId, chapterId: '', quType: quType.single, level: null, count: questions, perScore: 200 }]
  const tmplId = await makeTmpl(ctx, { groups: [{ title: '单选题', mode: 'draw', draws, quList: [] }] })
  const examId = await makeExam(ctx, { tmplId, minutes: 600, tries: 1 })
  const passwordHash = await hashPassword(password)
  const { deptCode } = await ctx.db.selectFrom('sysDepart').select('deptCode').executeTakeFirstOrThrow()
  for (let from = 0; from < people; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, people - from) }, (_one, at) => nameOf(from + at))
    await ctx.db
      .insertInto('sysUser')
      .values(rows.map((userName) => ({ userName, realName: userName, passwordHash, deptCode, roleType: 1 })))
      .execute()
  }
  await built.close()
  return examId
}

/** Starts a server process over a database that is ready. @returns when it listens */
export async function startServer(databaseUrl: string, dataDir: string, port: number) {
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: 'Bench-Admin-2026',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(server.stdout)
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.includes('http://')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return server
}

async function residentMb(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
}
