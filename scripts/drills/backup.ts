// A backup in the middle of an exam, restored elsewhere: every answer that was acknowledged before it began is there.
import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nameOf, openExam, password } from '../../bench/exam-setup.ts'
import type { Candidate, Saved } from '../../bench/fill.ts'
import { Connection } from '../../bench/connection.ts'
import { startServer } from '../../bench/servers.ts'
import { startPostgres } from '../../server/src/kernel/postgres/postgres.ts'
import { candidatesOf, keepSaving, peopleOf } from './candidates.ts'
import { type Drill, freePort, secondsSince, type Stage } from './drill.ts'

const root = join(import.meta.dirname, '../..')
const passphrase = 'a passphrase for the drill'
const QUESTIONS = 20
const BEFORE_MS = 3_000
const capture = 'a picture of a candidate'

/** Runs a script of the repository as an operator does. Throws with its last lines when it fails. */
async function script(stage: Stage, name: string, args: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'scripts', name), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', BACKUP_PASSPHRASE: passphrase, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stage.signal,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text.toString()
      for (const line of text.toString().trimEnd().split('\n')) stage.tell(`  ${line}`)
    })
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`${name} failed: ${said.trim().split('\n').slice(-3).join(' ')}`)
}

type Detail = { answers: { quId: string; seq: number }[] } | null

/** Answers that the restored site shows its candidates older than acknowledged, or not at all. */
async function countLost(line: Connection, saved: Saved, candidates: Candidate[]): Promise<number> {
  let lost = 0
  for (const { paperId, token } of candidates) {
    const { data } = await line.post('/api/paper/paper/paper-detail', JSON.stringify({ id: paperId }), token)
    const found = new Map(((data as Detail)?.answers ?? []).map(({ quId, seq }) => [`${paperId}:${quId}`, seq]))
    lost += [...saved].filter(([key, seq]) => key.startsWith(`${paperId}:`) && (found.get(key) ?? -1) < seq).length
  }
  return lost
}

/** The restored site goes on: a candidate signs in, all see their answers, a picture is there. */
async function look(stage: Stage, restored: string, saved: Saved, candidates: Candidate[]) {
  const postgres = await startPostgres({ dataDir: join(restored, 'postgres') })
  stage.atEnd(() => postgres.stop())
  const port = await freePort()
  const server = await startServer({ databaseUrl: postgres.url, dataDir: restored, port })
  stage.atEnd(async () => {
    const exit = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await exit
  })
  const line = await Connection.open(port)
  const { code } = await line.post('/api/sys/user/login', JSON.stringify({ userName: nameOf(0), password }))
  const lost = await countLost(line, saved, candidates)
  line.close()
  const pictures = (await readdir(join(restored, 'private'))).filter((name) => name === 'capture.jpg').length
  return { acknowledged: saved.size, lost, signsIn: code === 0, pictures }
}

async function run(stage: Stage) {
  const people = peopleOf(stage)
  const elsewhere = await mkdtemp(join(tmpdir(), 'shuyuan-drill-'))
  stage.atEnd(() => rm(elsewhere, { recursive: true, force: true }))
  stage.tell(`a site with an exam of ${people} candidates`)
  const exam = await openExam({ people, questions: QUESTIONS, port: await freePort(), processes: 1 })
  stage.atEnd(() => exam.close())
  await writeFile(join(exam.dataDir, 'private', 'capture.jpg'), capture)
  const candidates = await candidatesOf(exam, people)
  const saved: Saved = new Map()
  const end = keepSaving(exam.port, candidates, saved)
  await sleep(BEFORE_MS)
  const before: Saved = new Map(saved)
  stage.tell(`backup while they save; ${before.size} answers were acknowledged before`)
  const backupBegan = performance.now()
  await script(stage, 'backup.ts', ['--out', join(elsewhere, 'backups')], { DATA_DIR: exam.dataDir })
  const backupSeconds = secondsSince(backupBegan)
  const refused = await end()
  await exam.servers.stop()
  stage.tell(`the server is gone; ${saved.size} answers were acknowledged in all; restore elsewhere`)
  const restored = join(elsewhere, 'data')
  const restoreBegan = performance.now()
  const [file = ''] = await readdir(join(elsewhere, 'backups'))
  await script(stage, 'restore.ts', [join(elsewhere, 'backups', file), '--into', restored], { DATA_DIR: restored })
  const restoreSeconds = secondsSince(restoreBegan)
  // the key of sealed values comes from another place
  await copyFile(join(exam.dataDir, 'private', 'seal.key'), join(restored, 'private', 'seal.key'))
  const found = await look(stage, restored, before, candidates)
  stage.tell(`${found.acknowledged - found.lost} of ${found.acknowledged} answers are there`)
  const ok = found.lost === 0 && found.acknowledged > 0 && refused === 0 && found.signsIn && found.pictures === 1
  return { ok, candidates: people, ...found, refusedSaves: refused, backupSeconds, restoreSeconds }
}

export const backupDrill: Drill = { usage: 'backup [--candidates 20]', seconds: 240, run }
