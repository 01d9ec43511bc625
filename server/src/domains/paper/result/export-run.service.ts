// Creates export files in the background: one at a time per server process; an abandoned task is taken over by a later run.
import type { exportKind } from '@shuyuan/contract/paper/result/export.ts'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Archive, writeArchiveTo } from '../../../kernel/archive.ts'
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { streamSheet } from '../../../kernel/sheet/spreadsheet.ts'
import { openPrinter } from '../../../kernel/typeset/typeset.ts'
import { answeredOn, askedOn } from './answer-export.service.ts'
import { answerCells, answerColumns } from './answer-table.format.ts'
import { makeEvidence } from './evidence-file.service.ts'
import { dropExpired, exportPath, KEEP_MS, type Report } from './export.service.ts'
import { fileNames } from './print.format.ts'
import { printable, type Printable, printOne } from './print.service.ts'
import { ranksOf } from './score-list.service.ts'
import { scoreColumns, scoreRow } from './score-table.format.ts'
import { among } from '../../../kernel/database.ts'

const LEASE_MS = 60_000
const REPORT_MS = 300
const TRIES = 3
const PORTION = 1_000
const states = { waiting: 0, running: 1, done: 2, failed: 3 } as const

type Task = { id: string; kind: string; paperIds: string[]; total: number; options: unknown; tries: number }

const runningOf = appPart((app) => {
  const running = { closing: false }
  app.onClose(() => void (running.closing = true))
  return running
})

/** Creates the files of all waiting tasks and of tasks whose lease has expired, and deletes expired files. @returns the number of finished files */
export async function makeExports(app: App): Promise<number> {
  await dropExpired(app)
  const running = runningOf(app)
  for (let made = 0; ; made++) {
    const task = running.closing ? undefined : await take(app)
    if (!task) return made
    await make(app, task)
  }
}

async function take(app: App): Promise<Task | undefined> {
  const now = app.clock()
  return app.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('paperExport')
      .where('state', '<', states.done)
      .where((e) => e.or([e('state', '=', states.waiting), e('leaseUntil', '<', now)]))
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .select(['id', 'kind', 'paperIds', 'total', 'options', 'tries'])
      .executeTakeFirst()
    if (!row) return undefined
    const tries = row.tries + 1
    const set = { state: states.running, tries, done: 0, leaseUntil: new Date(now.getTime() + LEASE_MS) }
    await db.updateTable('paperExport').set(set).where('id', '=', row.id).execute()
    return { ...row, tries }
  })
}

async function make(app: App, task: Task): Promise<void> {
  const file = `${task.id}-${randomBytes(8).toString('hex')}`
  const path = await exportPath(app, file)
  try {
    if (task.tries > TRIES) throw new Error('tried too often')
    const whole = await makers[task.kind as keyof typeof exportKind](app, task, path, reporterOf(app, task))
    if (!whole) {
      await rm(path, { force: true })
      await settle(app, task, { state: states.waiting, tries: task.tries - 1 })
      return
    }
    const { size } = await stat(path)
    const kept = await settle(app, task, {
      state: states.done,
      done: task.total,
      file,
      bytes: size,
      expireTime: new Date(app.clock().getTime() + KEEP_MS),
    })
    if (!kept) await rm(path, { force: true })
  } catch (error) {
    await rm(path, { force: true })
    app.log.error({ err: error, exportId: task.id }, 'an export could not be made')
    await settle(app, task, { state: task.tries >= TRIES ? states.failed : states.waiting })
  }
}

/** Updates the task only if this process still holds it: after a takeover its late results change nothing. @returns whether it did */
async function settle(app: App, { id, tries }: Task, set: Record<string, unknown>): Promise<boolean> {
  const { numUpdatedRows } = await app.db
    .updateTable('paperExport')
    .set(set)
    .where('id', '=', id)
    .where('state', '=', states.running)
    .where('tries', '=', tries)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function reporterOf(app: App, task: Task): Report {
  const running = runningOf(app)
  let reportedAt = performance.now()
  return async (done) => {
    if (running.closing) return false
    if (performance.now() - reportedAt < REPORT_MS) return true
    reportedAt = performance.now()
    return settle(app, task, { done, leaseUntil: new Date(app.clock().getTime() + LEASE_MS) })
  }
}

/** The papers in the requested order, without those deleted since. */
async function* papersOf(
  app: App,
  ids: readonly string[],
): AsyncGenerator<Printable & { flagTimes: number; receiptNo: string | null; pledgedAt: Date | null }> {
  for (let at = 0; at < ids.length; at += PORTION) {
    const portion = ids.slice(at, at + PORTION)
    const rows = await printable(app.db)
      .where(among('paper.id', portion))
      .select(['paper.flagTimes', 'paper.receiptNo'])
      .select((q) =>
        q
          .selectFrom('paperEvent')
          .whereRef('paperEvent.paperId', '=', 'paper.id')
          .where('eventId', '=', 'pledge')
          .select('paperEvent.createTime')
          .as('pledgedAt'),
      )
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const id of portion) {
      const row = byId.get(id)
      if (row) yield row
    }
  }
}

/** Returns a function that gives a paper's rank in its exam; reads the ranks once per exam. */
function placesOf(app: App, ids: readonly string[]) {
  const byExam = new Map<string, Promise<Map<string, number>>>()
  return async ({ id, examId }: Printable) => {
    const ranks = byExam.get(examId) ?? ranksOf(app.db, examId, ids)
    byExam.set(examId, ranks)
    return (await ranks).get(id)
  }
}

async function makeSheet(app: App, { paperIds }: Task, path: string, report: Report): Promise<boolean> {
  const placeOf = placesOf(app, paperIds)
  let whole = true
  const rows = async function* () {
    let done = 0
    for await (const row of papersOf(app, paperIds)) {
      if (!(whole = await report((done += 1)))) return
      yield scoreRow(row, await placeOf(row))
    }
  }
  await pipeline(Readable.from(streamSheet('成绩', scoreColumns, rows())), createWriteStream(path))
  return whole
}

/** Answers are read for this many papers at a time. */
const ANSWERED = 200

async function makeAnswers(app: App, { paperIds }: Task, path: string, report: Report): Promise<boolean> {
  const placeOf = placesOf(app, paperIds)
  const questions = await askedOn(app.db, paperIds)
  let whole = true
  const rows = async function* () {
    let done = 0
    for (let at = 0; at < paperIds.length; at += ANSWERED) {
      const portion = paperIds.slice(at, at + ANSWERED)
      const answered = await answeredOn(app.db, portion)
      for await (const row of papersOf(app, portion)) {
        if (!(whole = await report((done += 1)))) return
        const paper = answered.get(row.id)
        if (paper) yield [...scoreRow(row, await placeOf(row)), ...answerCells(questions, paper)]
      }
    }
  }
  await pipeline(Readable.from(streamSheet('逐题作答', answerColumns(questions), rows())), createWriteStream(path))
  return whole
}

const makeZip = (app: App, { paperIds }: Task, path: string, report: Report): Promise<boolean> =>
  writeArchiveTo(path, (zip) => fillZip(app, { zip, paperIds }, report))

async function fillZip(app: App, { zip, paperIds }: Pick<Task, 'paperIds'> & { zip: Archive }, report: Report): Promise<boolean> {
  const placeOf = placesOf(app, paperIds)
  const rows: Printable[] = []
  for await (const row of papersOf(app, paperIds)) rows.push(row)
  const names = fileNames(rows.map((row) => ({ ...row, deptCode_dictText: row.deptName ?? '' })))
  const printer = await openPrinter(app)
  const missing = new Set<string>()
  try {
    for (const [at, row] of rows.entries()) {
      if (!(await report(at))) return false
      const pdf = await printOne({ app, db: app.db }, printer, row, { score: true, answer: true }).catch((error: unknown) => {
        app.log.warn({ err: error, paperId: row.id }, 'a paper is missing from an export')
        missing.add(row.id)
      })
      if (pdf) await zip.add(names[at]!, pdf)
    }
  } finally {
    await printer.close()
  }
  const listed = async function* () {
    let at = 0
    for await (const row of papersOf(app, paperIds))
      yield [...scoreRow(row, await placeOf(row)), missing.has(row.id) ? '未能生成' : (names[at++] ?? '')]
  }
  const sheet: Uint8Array[] = []
  for await (const chunk of streamSheet('成绩汇总', [...scoreColumns, { header: '文件', width: 36 }], listed())) sheet.push(chunk)
  await zip.add('成绩汇总.xlsx', Buffer.concat(sheet))
  return true
}

const makers = { zip: makeZip, sheet: makeSheet, answers: makeAnswers, evidence: makeEvidence }
