// Takes an uploaded file of questions in as staged rows: pictures kept, repeats found, nothing yet in the bank.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { quImport } from '@shuyuan/contract/qu/import.ts'
import { sql } from 'kysely'
import { rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ctx, mustHaveFile } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { Failure } from '../../kernel/fail.ts'
import { keepFile } from '../common/file.service.ts'
import { mustFindRepo } from '../repo/repo.service.ts'
import { readQuestionFile } from './exchange.reading.service.ts'
import { fileAddress, type ReadFile, type StagedQuestion } from './exchange.rules.ts'
import { openProgress } from './progress.service.ts'
import { fingerprintOf } from './question.rules.ts'

type Calls = typeof quImport
const PORTION = 200

/** Reads an uploaded file into staged rows. Fails notFound for the bank, and as readQuestionFile for the file. @returns the staging's id */
export async function stageImport(ctx: Ctx, { repoId, progressKey }: Input<Calls['stage']>): Promise<Output<Calls['stage']>> {
  const report = openProgress(ctx, progressKey)
  try {
    const file = mustHaveFile(ctx)
    report({ stage: 'waiting', done: 0, total: 0 })
    const repo = await mustFindRepo(ctx, repoId)
    const reading = await readQuestionFile(ctx.app, file.path, file.name, (stage, done, total) => report({ stage, done, total }))
    const { addresses, lost } = await keepFiles(ctx, reading.files)
    const rows = addresses.size === 0 ? reading.rows : reading.rows.map((row) => withFiles(row, addresses))
    const notes = [...reading.notes, ...lost]
    const { id } = await ctx.db
      .insertInto('quImport')
      .values({
        repoId,
        userId: ctx.user.id,
        fileName: file.name,
        format: reading.format,
        total: rows.length,
        notes: json(notes.slice(0, 200)),
        createTime: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storeRows(ctx, id, rows, (done) => report({ stage: 'saving', done, total: rows.length }))
    await markRepeated(ctx, id)
    ctx.change.after = { repo: repo.title, file: file.name, total: rows.length }
    report({ stage: 'done', done: rows.length, total: rows.length })
    return { id }
  } catch (error) {
    report({ stage: 'done', done: 0, total: 0 })
    throw error
  }
}

/** Keeps the pictures and sounds that came in the file; what may not be kept is left out, with a note. */
export async function keepFiles(ctx: Ctx, files: ReadFile[]): Promise<{ addresses: Map<string, string>; lost: string[] }> {
  const addresses = new Map<string, string>()
  const lost: string[] = []
  for (const { key, name, bytes } of files) {
    const path = join(tmpdir(), `shuyuan-${randomUUID()}`)
    await writeFile(path, bytes)
    try {
      const { url } = await keepFile({ ...ctx, change: {}, file: { path, name, type: '', size: bytes.length } }, { scene: 'editor' })
      addresses.set(fileAddress(key), url)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      lost.push(`文件中的“${name}”未能保存：${error.message}`)
    } finally {
      await rm(path, { force: true })
    }
  }
  return { addresses, lost }
}

/** The staged question with addresses of this house; an address that leads nowhere is emptied. */
export function withFiles<T extends Pick<StagedQuestion, 'quType' | 'body' | 'fingerprint'>>(
  row: T,
  addresses: ReadonlyMap<string, string>,
): T {
  const text = JSON.stringify(row.body)
  if (!text.includes('/@file/')) return row
  const body = JSON.parse(text.replaceAll(/\/@file\/\d+/g, (address) => addresses.get(address) ?? '')) as StagedQuestion['body']
  return { ...row, body, fingerprint: fingerprintOf(row.quType, body).toString('hex') }
}

async function storeRows(ctx: Ctx, importId: string, rows: StagedQuestion[], stored: (done: number) => void) {
  for (let from = 0; from < rows.length; from += PORTION) {
    const portion = rows.slice(from, from + PORTION)
    await sql`insert into qu_import_row (import_id, row, chapter, qu_type, level, tags, title, body, fingerprint, problems, has_error, chosen)
      select ${importId}::bigint, one.row, chapter, "quType", level, array(select jsonb_array_elements_text(tags)), title, body,
        nullif(decode(fingerprint, 'hex'), ''), problems, "hasError", not "hasError"
      from jsonb_to_recordset(${json(portion)}::jsonb) as one (row integer, chapter text, "quType" smallint, level smallint, tags jsonb,
        title text, body jsonb, fingerprint text, problems jsonb, "hasError" boolean)`.execute(ctx.db)
    stored(from + portion.length)
  }
}

/** Notes which rows stand in the bank already or earlier in the file; those are not chosen until somebody says so. @param row only this one */
export async function markRepeated(ctx: Pick<Ctx, 'db'>, importId: string, row?: number): Promise<void> {
  const only = row === undefined ? sql`` : sql`and mine.row = ${row}::integer`
  await sql`with first as (
      select fingerprint, min(row) as row from qu_import_row where import_id = ${importId}::bigint and fingerprint is not null group by 1
    ), stored as (
      select qu.fingerprint, min(qu.id) as id from qu join qu_import i on i.id = ${importId}::bigint
      where qu.repo_id = i.repo_id and not qu.deleted and qu.fingerprint = any(array(select fingerprint from first)) group by 1
    )
    update qu_import_row mine set duplicate_of = stored.id, duplicate_row = nullif(first.row, mine.row),
      chosen = not mine.has_error and stored.id is null and first.row = mine.row
    from first left join stored using (fingerprint)
    where mine.import_id = ${importId}::bigint and mine.fingerprint = first.fingerprint ${only}`.execute(ctx.db)
}
