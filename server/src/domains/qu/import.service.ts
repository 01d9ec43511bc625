// Imports a file of questions into a bank in one step: a sheet, or any other format that can be staged.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { sql } from 'kysely'
import { setImmediate as breathe } from 'node:timers/promises'
import { type Ctx, mustHaveFile, type UploadedFile } from '../../kernel/ctx.ts'
import { findProgress, openProgress, type Progress } from '../../kernel/progress.ts'
import { ensureChapters } from '../repo/chapter.service.ts'
import { lockRepo, mustFindRepo } from '../repo/repo.service.ts'
import { IMPORT_TOPIC, isSheet, readQuestionFile } from './exchange.reading.service.ts'
import type { ReadFile } from './exchange.rules.ts'
import { storeQuestions } from './insert.service.ts'
import type { Draft, Problem } from './sheet.drafts.rules.ts'
import { readQuestionSheet } from './sheet.reading.service.ts'
import { keepTaken, withFiles, withTaken } from './stage.service.ts'

/** Findings sent back; `total - valid` still counts every wrong row. */
const MAX_PROBLEMS = 5_000

export const findImportState = async (
  ctx: Ctx,
  { progressKey }: Input<(typeof qu)['import-state']>,
): Promise<Output<(typeof qu)['import-state']>> => findProgress(ctx, IMPORT_TOPIC, progressKey)

/**
 * Imports the uploaded sheet, or with `dryRun` only says what would happen. In mode `all` nothing is stored while any row is wrong.
 * Missing chapters are made. Fails notFound for the bank, and as readQuestionFile for the file.
 */
export async function importQuestions(ctx: Ctx, input: Input<typeof qu.import>): Promise<Output<typeof qu.import>> {
  const report = openProgress(ctx, IMPORT_TOPIC, input.progressKey)
  let inserted = 0
  let total = 0
  try {
    const file = mustHaveFile(ctx)
    report({ stage: 'waiting', done: 0, total: 0 })
    await mustFindRepo(ctx, input.repoId)
    const read = await readFile(ctx, file, (stage, done, of) => report({ stage, done, total: of }))
    const wrong = read.total - read.drafts.length
    const stores = !input.dryRun && read.drafts.length > 0 && (wrong === 0 || input.mode === 'valid')
    const result = await withTaken(ctx, stores ? read.files : [], async (taken) => {
      const repo = await lockRepo(ctx, input.repoId)
      const { fresh, repeated } = await splitRepeated(ctx, input.repoId, read.drafts)
      const chosen = input.duplicates === 'keep' ? read.drafts : fresh
      let count = 0
      if (stores && chosen.length > 0) {
        await keepTaken(ctx, taken)
        const placed = taken.addresses.size === 0 ? chosen : chosen.map((draft) => withFiles(draft, taken.addresses))
        count = await store(ctx, input.repoId, placed, report)
      }
      ctx.change.after = { repo: repo.title, file: file.name, total: read.total, inserted: count }
      const errors = [...read.problems, ...repeated].sort((one, other) => one.row - other.row).slice(0, MAX_PROBLEMS)
      return { total: read.total, valid: read.drafts.length, duplicated: repeated.length, inserted: count, errors }
    })
    ;({ inserted, total } = result)
    return result
  } finally {
    report({ stage: 'done', done: inserted, total })
  }
}

type Read = { drafts: Draft[]; files: ReadFile[]; problems: Problem[]; total: number }
type Report = (stage: 'reading' | 'checking', done: number, total: number) => void

/** A sheet says by row and column what is wrong; the other formats by the number of the question. */
async function readFile({ app }: Ctx, file: UploadedFile, report: Report): Promise<Read> {
  if (await isSheet(file)) return { ...(await readQuestionSheet(app, file, report)), files: [] }
  const { rows, files, notes } = await readQuestionFile(app, file, report)
  const said = notes.map((msg): Problem => ({ row: 1, field: '文件', msg, level: 'warn' }))
  const drafts = rows.filter((row) => !row.hasError)
  return { drafts, files, problems: [...said, ...rows.flatMap((row) => row.problems)], total: rows.length }
}

async function store(ctx: Ctx, repoId: string, drafts: Draft[], report: (progress: Progress) => void): Promise<number> {
  report({ stage: 'saving', done: 0, total: drafts.length })
  const chapters = await ensureChapters(
    ctx,
    repoId,
    drafts.map((draft) => draft.chapter),
  )
  const rows = drafts.map(({ quType, level, chapter, tags, body, title, fingerprint }) => {
    const chapterId = chapters.get(chapter) ?? null
    return { quType, level, chapterId, body, title, fingerprint, ...(tags ? { tags } : {}) }
  })
  const ids = await storeQuestions(ctx, repoId, rows, (done) => report({ stage: 'saving', done, total: rows.length }))
  return ids.length
}

/** Sets aside what stands in the bank already or earlier in the sheet, with a note for each. */
async function splitRepeated(ctx: Ctx, repoId: string, drafts: Draft[]) {
  const { rows } = await sql<{ fingerprint: string; id: string }>`
    select encode(fingerprint, 'hex') as fingerprint, min(id) as id from qu
    where repo_id = ${repoId} and not deleted
      and fingerprint = any(array(select decode(one, 'hex') from unnest(${drafts.map((draft) => draft.fingerprint)}::text[]) one))
    group by 1`.execute(ctx.db)
  const stored = new Set(rows.map((row) => row.fingerprint))
  const first = new Map<string, number>()
  const fresh: Draft[] = []
  const repeated: Problem[] = []
  for (const [i, draft] of drafts.entries()) {
    if (i % 1_000 === 999) await breathe()
    const before = first.get(draft.fingerprint)
    const msg = stored.has(draft.fingerprint) ? '题库中已有相同的试题' : before === undefined ? undefined : `与第${before}行的试题相同`
    if (msg === undefined) fresh.push(draft)
    else repeated.push({ row: draft.row, field: '题干', msg, level: 'warn' })
    if (before === undefined) first.set(draft.fingerprint, draft.row)
  }
  return { fresh, repeated }
}
