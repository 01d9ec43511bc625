// Stages an uploaded question file: stores pictures and marks repeated questions; the bank does not change yet.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { quImport } from '@shuyuan/contract/qu/import/import.ts'
import type { QuType } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import { rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ctx, mustHaveFile, type SlowCtx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { Failure } from '../../../kernel/fail.ts'
import { openProgress } from '../../../kernel/progress.ts'
import { readSpool } from '../../../kernel/spool.ts'
import { recordFile, type AcceptedFile, acceptFile } from '../../common/file.service.ts'
import { mustFindRepo } from '../../repo/repo.service.ts'
import { levelsOf } from '../bank/level.service.ts'
import type { SheetField } from '@shuyuan/contract/qu/import/columns.ts'
import { rememberColumns, rememberedColumns, withOthersColumns } from './column-memory.service.ts'
import { type FileReading, IMPORT_TOPIC, type QuestionFile, withQuestionFile } from './exchange-reading.service.ts'
import { fileAddress, judge, type ReadFile, type StagedQuestion, warn } from '../exchange/exchange.rules.ts'
import { fingerprintOf } from '../bank/question.rules.ts'
import { MAX_NOTES } from '../exchange/question-spool.format.ts'
import { drawnSvg, isSvg } from './svg.service.ts'

type Calls = typeof quImport

/**
 * Reads an uploaded file into staged rows, or tells the columns of a sheet that the caller has to say. Fails notFound for the bank, and as
 * withQuestionFile for the file. @returns the id of the staged import
 */
export async function stageImport(ctx: SlowCtx, input: Input<Calls['stage']>): Promise<Output<Calls['stage']>> {
  const file = mustHaveFile(ctx)
  const given = input.columns === '' ? [] : (input.columns.split(',') as SheetField[])
  const mine = input.ask && given.length === 0 ? await ctx.read((inner) => rememberedColumns(inner)) : {}
  const { headless } = input
  const columns = { given, ask: input.ask, mine, headless, ...(input.type === '' ? {} : { type: Number(input.type) as QuType }) }
  const { id, reading } = await stageFile(ctx, { ...input, file: { path: file.path, name: file.name, columns } })
  const { asked } = reading
  return asked ? { id, ask: await ctx.transaction((inner) => withOthersColumns(inner, asked)) } : { id, ask: null }
}

/** Reads a file into staged rows; nothing is stored where its columns are asked for. Fails as stageImport. */
export async function stageFile(
  ctx: SlowCtx,
  { repoId, progressKey = '', file }: { repoId: string; progressKey?: string; file: Omit<QuestionFile, 'levels'> },
): Promise<{ id: string; reading: FileReading }> {
  const report = openProgress(ctx, IMPORT_TOPIC, progressKey)
  let done = 0
  try {
    report({ stage: 'waiting', done: 0, total: 0 })
    const levels = await ctx.read(async (inner) => {
      await mustFindRepo(inner, repoId)
      return levelsOf(inner)
    })
    return await withQuestionFile(
      ctx.app,
      { ...file, levels },
      (stage, at, total) => report({ stage, done: at, total }),
      async (reading) => {
        if (reading.asked) return { id: '', reading }
        const total = reading.questions.length
        const id = await withAccepted(ctx, reading.files, async (inner, accepted) => {
          // read again without asking, a sheet would lose the type that was said
          if (file.columns?.type === undefined && file.columns?.headless !== true)
            await rememberColumns(inner, reading.names ?? [], file.columns?.given ?? [])
          const staging = { repoId, fileName: file.name, reading, accepted }
          return storeStaging(inner, staging, (at) => report({ stage: 'saving', done: at, total }))
        })
        done = total
        return { id, reading }
      },
    )
  } finally {
    report({ stage: 'done', done, total: done })
  }
}

type Staging = { repoId: string; fileName: string; reading: FileReading; accepted: AcceptedFiles }

async function storeStaging(ctx: Ctx, { repoId, fileName, reading, accepted }: Staging, stored: (done: number) => void): Promise<string> {
  const repo = await mustFindRepo(ctx, repoId)
  await recordAccepted(ctx, accepted)
  const total = reading.questions.length
  const notes = [...reading.notes, ...accepted.lost]
  const { id } = await ctx.db
    .insertInto('quImport')
    .values({
      repoId,
      userId: ctx.user.id,
      fileName,
      format: reading.format,
      total,
      notes: json(notes.slice(0, MAX_NOTES)),
      createTime: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  let count = 0
  for await (const lines of readSpool(reading.spool)) {
    await stageLines(ctx, id, withFiles(lines, accepted.addresses))
    count += lines.length
    stored(count)
  }
  await markRepeated(ctx, id)
  ctx.change.after = { repo: repo.title, file: fileName, total }
  return id
}

/** `addresses` by the key used in the question text; `lost`: why a file could not be stored. */
export type AcceptedFiles = { addresses: Map<string, string>; lost: Message[]; files: AcceptedFile[]; isRecorded: boolean }

/**
 * Stores the pictures and sounds of the file, then runs `act` in the command's transaction. Unless `recordAccepted` has recorded them
 * there, the stored files are deleted again. Files that storage refuses are skipped with a note.
 */
export async function withAccepted<T>(
  ctx: SlowCtx,
  files: ReadFile[],
  act: (inner: Ctx, accepted: AcceptedFiles) => Promise<T>,
): Promise<T> {
  const accepted: AcceptedFiles = { addresses: new Map(), lost: [], files: [], isRecorded: false }
  let loose: readonly AcceptedFile[] = accepted.files
  try {
    for (const file of files) await acceptShown(ctx, file, accepted)
    const result = await ctx.transaction((inner) => act(inner, accepted))
    if (accepted.isRecorded) loose = []
    return result
  } finally {
    for (const { url } of loose) await ctx.app.storage.remove(url)
  }
}

/** Records the files as uploads of the caller. */
export async function recordAccepted(ctx: Ctx, accepted: AcceptedFiles): Promise<void> {
  for (const file of accepted.files) await recordFile(ctx, file)
  accepted.isRecorded = true
}

/** As accept, with a drawing as the picture that it shows. */
async function acceptShown(ctx: Pick<Ctx, 'app' | 'now'>, file: ReadFile, accepted: AcceptedFiles) {
  const drawn = isSvg(file.name) ? await drawnSvg(file) : undefined
  if (drawn) accepted.lost.push(say('svgDrawn', { name: file.name }))
  await accept(ctx, drawn ?? file, accepted)
}

async function accept(ctx: Pick<Ctx, 'app' | 'now'>, { key, name, bytes }: ReadFile, accepted: AcceptedFiles) {
  const path = join(tmpdir(), `shuyuan-${randomUUID()}`)
  await writeFile(path, bytes)
  try {
    const file = await acceptFile(ctx, { path, name, size: bytes.length }, 'editor')
    accepted.files.push(file)
    accepted.addresses.set(fileAddress(key), file.url)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const why = drawing.test(name) ? say('pictureKindUnshowable') : error.refusal
    accepted.lost.push(say('importFileUnsaved', { name, why }))
  } finally {
    await rm(path, { force: true })
  }
}

/** Drawing formats of Office. */
const drawing = /\.(?:emf|wmf)$/i
const lost = say('importFilesUnsaved')

/**
 * The staged questions with addresses of stored files. A picture whose file could not be stored is removed, with a problem at its question.
 * Only lines that refer to a file are parsed.
 */
export function withFiles(lines: string[], addresses: ReadonlyMap<string, string>): string[] {
  return lines.map((line) => {
    if (!line.includes(fileAddress(''))) return line
    const row = JSON.parse(line) as StagedQuestion
    let isWhole = true
    const placed = (html: string) =>
      html
        .replaceAll(/\/@file\/\d+/g, (address) => addresses.get(address) ?? address)
        .replaceAll(/<img\b(?:(?!\/@file\/)[^<>])*\/@file\/\d[^<>]*>|\/@file\/\d+/g, () => {
          isWhole = false
          return ''
        })
    const body = JSON.parse(JSON.stringify(row.body), (_key, value: unknown) =>
      typeof value === 'string' ? placed(value) : value,
    ) as StagedQuestion['body']
    const fingerprint = row.fingerprint === '' ? '' : fingerprintOf(row.quType, body).toString('hex')
    if (isWhole) return json({ ...row, body, fingerprint })
    const said = new Set(row.problems.map((one) => one.msg))
    const { title, problems: judged } = judge({ ...row, body, problems: [] })
    const found = judged.filter((one) => !said.has(one.msg))
    const problems = [...row.problems, warn(row.row, '题干', lost), ...found]
    return json({ ...row, title, body, fingerprint, problems, hasError: problems.some((one) => one.level === 'error') })
  })
}

const stageLines = (ctx: Ctx, importId: string, lines: string[]) =>
  sql`insert into qu_import_row (import_id, row, chapter, qu_type, level, tags, title, body, fingerprint, problems, has_error, chosen)
    select ${importId}::bigint, one.row, chapter, "quType", level, array(select jsonb_array_elements_text(tags)), title, body,
      nullif(decode(fingerprint, 'hex'), ''), problems, "hasError", not "hasError"
    from jsonb_to_recordset(${`[${lines.join(',')}]`}::jsonb) as one (row integer, chapter text, "quType" smallint, level smallint, tags jsonb,
      title text, body jsonb, fingerprint text, problems jsonb, "hasError" boolean)`.execute(ctx.db)

/**
 * Marks rows that exist in the bank or elsewhere in the file; they stay unselected until a user selects them. Of equal rows the first valid
 * one stays selected. @param row only this row
 */
export async function markRepeated(ctx: Pick<Ctx, 'db'>, importId: string, row?: number): Promise<void> {
  const only = row === undefined ? sql`` : sql`and mine.row = ${row}::integer`
  await sql`with first as (
      select distinct on (fingerprint) fingerprint, row from qu_import_row where import_id = ${importId}::bigint and fingerprint is not null
      order by fingerprint, has_error, not chosen or row is not distinct from ${row ?? null}::integer, row
    ), stored as (
      select qu.fingerprint, min(qu.id) as id from qu join qu_import i on i.id = ${importId}::bigint
      where qu.repo_id = i.repo_id and not qu.deleted and qu.fingerprint = any(array(select fingerprint from first)) group by 1
    )
    update qu_import_row mine set duplicate_of = stored.id, duplicate_row = nullif(first.row, mine.row),
      chosen = not mine.has_error and stored.id is null and first.row = mine.row
    from first left join stored using (fingerprint)
    where mine.import_id = ${importId}::bigint and mine.fingerprint = first.fingerprint ${only}`.execute(ctx.db)
}
