// Pasted text goes the way of a text file: read into questions for a preview, or into staged rows.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { MAX_PREVIEWED, type quImport } from '@shuyuan/contract/qu/import/import.ts'
import type { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import type { QuType } from '@shuyuan/contract/qu/content.ts'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ctx, SlowCtx } from '../../../kernel/ctx.ts'
import { Failure } from '../../../kernel/fail.ts'
import { readSpool } from '../../../kernel/spool.ts'
import { restated, wording } from '../../../kernel/localized.ts'
import { levelsOf } from '../bank/level.service.ts'
import type { StagedQuestion } from '../exchange/exchange.rules.ts'
import { type FileReading, withQuestionFile } from './exchange-reading.service.ts'
import { stageFile } from './stage.service.ts'

type Calls = typeof quImport
/** The name under which the import is listed. */
const NAME = '粘贴的试题.txt'

async function withTextFile<T>(text: string, act: (path: string) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `shuyuan-${randomUUID()}`)
  await writeFile(path, text)
  try {
    return await act(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Reads pasted text into staged rows. Fails notFound for the bank, sheetBroken where the text has no questions. */
export const stageText = (ctx: SlowCtx, { repoId, text }: Input<Calls['stage-text']>): Promise<Output<Calls['stage-text']>> =>
  withTextFile(text, async (path) => {
    const { id } = await stageFile(ctx, { repoId, file: { path, name: NAME } })
    return { id }
  })

/** The questions that pasted text would give; nothing is stored. Text without questions has none. */
export async function previewText(ctx: Ctx, { text }: Input<Calls['preview-text']>): Promise<Output<Calls['preview-text']>> {
  const levels = await levelsOf(ctx)
  try {
    return await withTextFile(text, (path) =>
      withQuestionFile(
        ctx.app,
        { path, name: NAME, levels },
        () => undefined,
        (reading) => previewOf(ctx, reading),
      ),
    )
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'sheetBroken') throw error
    return { format: 'docx', total: 0, wrong: 0, notes: [wording(ctx, error.refusal)], questions: [] }
  }
}

async function previewOf(ctx: Ctx, { format, questions, notes, spool }: FileReading): Promise<Output<Calls['preview-text']>> {
  const shown: StagedQuestion[] = []
  for await (const lines of readSpool(spool)) {
    shown.push(...lines.slice(0, MAX_PREVIEWED - shown.length).map((line) => JSON.parse(line) as StagedQuestion))
    if (shown.length >= MAX_PREVIEWED) break
  }
  return {
    format,
    total: questions.length,
    wrong: questions.filter((one) => one.fingerprint === '').length,
    notes: notes.map((one) => wording(ctx, one)),
    questions: shown.map(({ line = 1, quType, level, problems, ...one }) => ({
      ...one,
      line,
      quType: quType as QuType,
      level: level as QuLevel,
      problems: restated(ctx, problems),
    })),
  }
}
