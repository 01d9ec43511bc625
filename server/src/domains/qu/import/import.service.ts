// Imports a question file of any supported format into a bank in one step.
import { restated } from '../../../kernel/localized.ts'
import { stated } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { sql } from 'kysely'
import { setImmediate as breathe } from 'node:timers/promises'
import { type Ctx, mustHaveFile, type SlowCtx } from '../../../kernel/ctx.ts'
import { findProgress, openProgress, type Progress } from '../../../kernel/progress.ts'
import { readSpool } from '../../../kernel/spool.ts'
import { ensureChapters } from '../../repo/chapter.service.ts'
import { lockRepo, mustFindRepo } from '../../repo/repo.service.ts'
import { levelsOf } from '../bank/level.service.ts'
import { type FileReading, IMPORT_TOPIC, withQuestionFile } from './exchange-reading.service.ts'
import { storeLines } from '../bank/insert.service.ts'
import { firstProblems } from '../exchange/question-spool.format.ts'
import type { Problem } from '../exchange/sheet/sheet-drafts.format.ts'
import { recordAccepted, type AcceptedFiles, withFiles, withAccepted } from './stage.service.ts'

type Result = Output<typeof qu.import>
type Report = (progress: Progress) => void

export const findImportState = async (
  ctx: Ctx,
  { progressKey }: Input<(typeof qu)['import-state']>,
): Promise<Output<(typeof qu)['import-state']>> => findProgress(ctx, IMPORT_TOPIC, progressKey)

/**
 * Imports the uploaded file; `dryRun` only reports. In mode `all` no row is stored while any row is invalid. Missing chapters are created.
 * Only the first problems are returned; `total - valid` counts all invalid rows. Fails notFound for the bank, and as withQuestionFile for
 * the file.
 */
export async function importQuestions(ctx: SlowCtx, input: Input<typeof qu.import>): Promise<Result> {
  const report = openProgress(ctx, IMPORT_TOPIC, input.progressKey)
  let done = { inserted: 0, total: 0 }
  try {
    const file = mustHaveFile(ctx)
    report({ stage: 'waiting', done: 0, total: 0 })
    const levels = await ctx.read(async (inner) => {
      await mustFindRepo(inner, input.repoId)
      return levelsOf(inner)
    })
    const result = await withQuestionFile(
      ctx.app,
      { ...file, levels },
      (stage, at, total) => report({ stage, done: at, total }),
      (reading) => importReading(ctx, input, file.name, reading, report),
    )
    done = result
    return result
  } finally {
    report({ stage: 'done', done: done.inserted, total: done.total })
  }
}

async function importReading(
  ctx: SlowCtx,
  input: Input<typeof qu.import>,
  name: string,
  reading: FileReading,
  report: Report,
): Promise<Result> {
  const total = reading.questions.length + reading.stray
  const right = reading.questions.filter((one) => one.fingerprint !== '')
  const stores = !input.dryRun && right.length > 0 && (right.length === total || input.mode === 'valid')
  return withAccepted(ctx, stores ? reading.files : [], async (inner, accepted) => {
    const repo = await lockRepo(inner, input.repoId)
    const { fresh, repeated } = await splitRepeated(inner, input.repoId, right)
    const chosen = input.duplicates === 'keep' ? right : fresh
    let inserted = 0
    if (stores && chosen.length > 0) {
      await recordAccepted(inner, accepted)
      inserted = await store(inner, input.repoId, { reading, chosen, accepted }, report)
    }
    inner.change.after = { repo: repo.title, file: name, total, inserted }
    return {
      total,
      valid: right.length,
      duplicated: repeated.length,
      inserted,
      errors: restated(ctx, firstProblems([...reading.problems, ...repeated])),
    }
  })
}

type Listed = FileReading['questions'][number]
type Chosen = { reading: FileReading; chosen: Listed[]; accepted: AcceptedFiles }

async function store(ctx: Ctx, repoId: string, { reading, chosen, accepted }: Chosen, report: Report): Promise<number> {
  const total = chosen.length
  report({ stage: 'saving', done: 0, total })
  const chapters = chosen.map((one) => reading.chapters[one.chapter] ?? '')
  await ensureChapters(ctx, repoId, chapters)
  const wanted = new Set(chosen)
  let at = 0
  let inserted = 0
  for await (const lines of readSpool(reading.spool)) {
    const first = at
    at += lines.length
    const selected = lines.filter((_line, i) => wanted.has(reading.questions[first + i] as Listed))
    if (selected.length === 0) continue
    const ids = await storeLines(ctx, repoId, `[${withFiles(selected, accepted.addresses).join(',')}]`)
    inserted += ids.length
    report({ stage: 'saving', done: inserted, total })
  }
  return inserted
}

/** Separates questions that exist in the bank or earlier in the file, with a note for each. */
async function splitRepeated(ctx: Ctx, repoId: string, questions: Listed[]) {
  const { rows } = await sql<{ fingerprint: string }>`
    select distinct encode(fingerprint, 'hex') as fingerprint from qu
    where repo_id = ${repoId} and not deleted
      and fingerprint = any(array(select decode(one, 'hex') from unnest(${questions.map((one) => one.fingerprint)}::text[]) one))`.execute(
    ctx.db,
  )
  const stored = new Set(rows.map((row) => row.fingerprint))
  const first = new Map<string, number>()
  const fresh: Listed[] = []
  const repeated: Problem[] = []
  for (const [i, question] of questions.entries()) {
    if (i % 1_000 === 999) await breathe()
    const { row, fingerprint } = question
    const before = first.get(fingerprint)
    const message = stored.has(fingerprint)
      ? say('questionKnown')
      : before === undefined
        ? undefined
        : say('questionTwice', { row: before })
    if (message === undefined) fresh.push(question)
    else repeated.push({ row, field: '题干', ...stated(message), level: 'warn' })
    if (before === undefined) first.set(fingerprint, row)
  }
  return { fresh, repeated }
}
