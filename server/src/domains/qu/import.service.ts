// Imports a file of questions into a bank in one step: a sheet, or any other format that can be staged.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { sql } from 'kysely'
import { setImmediate as breathe } from 'node:timers/promises'
import { type Ctx, mustHaveFile, type UploadedFile } from '../../kernel/ctx.ts'
import { ensureChapters } from '../repo/chapter.service.ts'
import { lockRepo } from '../repo/repo.service.ts'
import { isSheet, readQuestionFile } from './exchange.reading.service.ts'
import type { ReadFile } from './exchange.rules.ts'
import { storeQuestions } from './insert.service.ts'
import { openProgress, type Progress } from './progress.service.ts'
import type { Draft, Problem } from './sheet.drafts.rules.ts'
import { readQuestionSheet } from './sheet.reading.service.ts'
import { keepFiles, withFiles } from './stage.service.ts'

/** Findings sent back; `total - valid` still counts every wrong row. */
const MAX_PROBLEMS = 5_000

/**
 * Imports the uploaded sheet, or with `dryRun` only says what would happen. In mode `all` nothing is stored while any row is wrong.
 * Missing chapters are made. Fails notFound for the bank, and as readQuestionFile for the file.
 */
export async function importQuestions(ctx: Ctx, input: Input<typeof qu.import>): Promise<Output<typeof qu.import>> {
  const report = openProgress(ctx, input.progressKey)
  const end = (done: number, total: number) => report({ stage: 'done', done, total })
  try {
    const file = mustHaveFile(ctx)
    report({ stage: 'waiting', done: 0, total: 0 })
    const repo = await lockRepo(ctx, input.repoId)
    const { drafts, files, problems, total } = await readFile(ctx, file, (stage, done, of) => report({ stage, done, total: of }))
    const { fresh, repeated } = await splitRepeated(ctx, input.repoId, drafts)
    const wrong = total - drafts.length
    const chosen = input.duplicates === 'keep' ? drafts : fresh
    const stores = !input.dryRun && chosen.length > 0 && (wrong === 0 || input.mode === 'valid')
    const inserted = stores ? await store(ctx, input.repoId, await placed(ctx, files, chosen), report) : 0
    ctx.change.after = { repo: repo.title, file: file.name, total, inserted }
    end(inserted, total)
    const errors = [...problems, ...repeated].sort((a, b) => a.row - b.row).slice(0, MAX_PROBLEMS)
    return { total, valid: drafts.length, duplicated: repeated.length, inserted, errors }
  } catch (error) {
    end(0, 0)
    throw error
  }
}

type Read = { drafts: Draft[]; files: ReadFile[]; problems: Problem[]; total: number }
type Report = (stage: 'reading' | 'checking', done: number, total: number) => void

/** A sheet says by row and column what is wrong; the other formats by the number of the question. */
async function readFile(ctx: Ctx, { path, name }: UploadedFile, report: Report): Promise<Read> {
  if (await isSheet(path, name)) return { ...(await readQuestionSheet(ctx.app, path, report)), files: [] }
  const { rows, files, notes } = await readQuestionFile(ctx.app, path, name, report)
  const said = notes.map((msg): Problem => ({ row: 1, field: '文件', msg, level: 'warn' }))
  const drafts = rows.filter((row) => !row.hasError)
  return { drafts, files, problems: [...said, ...rows.flatMap((row) => row.problems)], total: rows.length }
}

/** The questions with the pictures that came in the file. */
async function placed(ctx: Ctx, files: ReadFile[], drafts: Draft[]): Promise<Draft[]> {
  if (files.length === 0) return drafts
  const { addresses } = await keepFiles(ctx, files)
  return drafts.map((draft) => withFiles(draft, addresses))
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
