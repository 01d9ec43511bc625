// Lists, edits, selects and commits staged rows of an import; only for the uploader.
import { isMessage, type Message } from '@shuyuan/contract/kernel/message.ts'
import { restated, wording } from '../../../kernel/localized.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { SheetProblem } from '@shuyuan/contract/kernel/import.ts'
import type { importFormat, importState, quImport, StagedOrigin } from '@shuyuan/contract/qu/import/import.ts'
import type { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { ensureChapters, mustBelong } from '../../repo/chapter.service.ts'
import { lockRepo } from '../../repo/repo.service.ts'
import { judge } from '../exchange/exchange.rules.ts'
import { storeStaged } from '../bank/insert.service.ts'
import { markRepeated } from './stage.service.ts'

type Calls = typeof quImport
const KEPT_DAYS = 7

const stagings = (ctx: Ctx) =>
  ctx.db
    .selectFrom('quImport')
    .innerJoin('repo', 'repo.id', 'quImport.repoId')
    .where('quImport.userId', '=', ctx.user.id)
    .select([
      'quImport.id',
      'quImport.repoId',
      'repo.title as repoTitle',
      'fileName',
      'format',
      'state',
      'total',
      'notes',
      'quImport.createTime',
    ])
    .select([
      sql<number>`(select count(*)::int from qu_import_row r where r.import_id = qu_import.id and r.has_error)`.as('wrong'),
      sql<number>`(select count(*)::int from qu_import_row r where r.import_id = qu_import.id and r.chosen)`.as('chosen'),
      sql<number>`(select count(*)::int from qu_import_row r where r.import_id = qu_import.id
        and (r.duplicate_of is not null or r.duplicate_row is not null))`.as('duplicated'),
    ])
    .$narrowType<{ format: keyof typeof importFormat; state: keyof typeof importState }>()
type Staging = Awaited<ReturnType<ReturnType<typeof stagings>['executeTakeFirstOrThrow']>>
const shownStaging = (ctx: Ctx, { repoTitle, notes, ...row }: Staging) => ({
  ...row,
  repoId_dictText: repoTitle,
  notes: (notes as unknown as (string | Message)[]).map((one) => (isMessage(one) ? wording(ctx, one) : one)),
})

/** A staged import of the caller. Fails notFound. */
export async function findStaging(ctx: Ctx, { id }: Input<Calls['detail']>): Promise<Output<Calls['detail']>> {
  return shownStaging(ctx, must(await stagings(ctx).where('quImport.id', '=', id).executeTakeFirst()))
}

/** Staged imports of the caller that are not committed yet, newest first. */
export async function waitingStagings(ctx: Ctx, { repoId }: Input<Calls['waiting']>): Promise<Output<Calls['waiting']>> {
  const rows = await stagings(ctx)
    .where('state', '=', 'waiting')
    .$if(repoId !== undefined, (q) => q.where('quImport.repoId', '=', repoId ?? ''))
    .orderBy('quImport.id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => shownStaging(ctx, row))
}

const columns = [
  'row',
  'quType',
  'level',
  'chapter',
  'tags',
  'title',
  'problems',
  'hasError',
  'duplicateOf',
  'duplicateRow',
  'chosen',
  'origin',
] as const
const rowsOf = (ctx: Ctx, importId: string) =>
  ctx.db
    .selectFrom('quImportRow')
    .where('importId', '=', importId)
    .where(sql<boolean>`exists (select from qu_import i where i.id = import_id and i.user_id = ${ctx.user.id}::bigint)`)
    .select(columns)
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>
const shownRow = (ctx: Ctx, { problems, duplicateOf, origin, ...row }: Row) => ({
  ...row,
  origin: origin as StagedOrigin | null,
  // rows staged by an earlier version have no message keys
  problems: restated(
    ctx,
    (problems as unknown as SheetProblem[]).map((one) => ({ ...one, key: one.key ?? '', params: one.params ?? {} })),
  ),
  duplicateOf: duplicateOf ?? '',
})

/** Staged rows in the order of the file. */
export async function pageStaged(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const { importId = '0', kind = 'all' } = params
  const query = rowsOf(ctx, importId)
    .$if(kind === 'wrong', (q) => q.where('hasError', '=', true))
    .$if(kind === 'chosen', (q) => q.where('chosen', '=', true))
    .$if(kind === 'duplicated', (q) => q.where(sql<boolean>`(duplicate_of is not null or duplicate_row is not null)`))
  const page = await pageOf(query.select('body'), paging, { row: 'row' }, [['row', 'asc']])
  return { ...page, records: page.records.map(({ body, ...row }) => ({ ...shownRow(ctx, row), body: body as unknown as QuestionBody })) }
}

/** One staged row with its body. Fails notFound. */
export async function findStaged(ctx: Ctx, { importId, row }: Input<Calls['row']>): Promise<Output<Calls['row']>> {
  const { body, ...found } = must(await rowsOf(ctx, importId).where('row', '=', row).select('body').executeTakeFirst())
  return { ...shownRow(ctx, found), body: body as unknown as QuestionBody }
}

/** Locks a staged import that is not committed. Fails notFound, importDone. */
async function mustWait(ctx: Ctx, id: string) {
  const row = must(
    await ctx.db
      .selectFrom('quImport')
      .where('id', '=', id)
      .where('userId', '=', ctx.user.id)
      .forUpdate()
      .select(['id', 'repoId', 'state', 'fileName'])
      .executeTakeFirst(),
  )
  if (row.state !== 'waiting') fail('importDone')
  return row
}

/** Stores an edited row and checks it again; a valid row is selected. Fails notFound, importDone. */
export async function saveStaged(ctx: Ctx, { importId, row, ...form }: Input<Calls['save-row']>): Promise<Output<Calls['save-row']>> {
  await mustWait(ctx, importId)
  const { title, body, fingerprint, problems, hasError } = judge({ row, quType: form.quType, body: form.body, problems: [] })
  const { numUpdatedRows } = await ctx.db
    .updateTable('quImportRow')
    .set({
      ...form,
      title,
      body: json(body),
      fingerprint: fingerprint === '' ? null : Buffer.from(fingerprint, 'hex'),
      problems: json(problems),
      hasError,
      chosen: !hasError,
      duplicateOf: null,
      duplicateRow: null,
    })
    .where('importId', '=', importId)
    .where('row', '=', row)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('notFound')
  await markRepeated(ctx, importId, row)
  return shownRow(ctx, await rowsOf(ctx, importId).where('row', '=', row).executeTakeFirstOrThrow())
}

/** Selects or deselects rows for the commit; rows with an error stay deselected. */
export async function chooseStaged(ctx: Ctx, { importId, rows, chosen }: Input<Calls['choose']>): Promise<true> {
  await mustWait(ctx, importId)
  await ctx.db
    .updateTable('quImportRow')
    .set({ chosen })
    .where('importId', '=', importId)
    .where(sql<boolean>`row = any(${rows}::integer[])`)
    .where('hasError', '=', false)
    .execute()
  return true
}

/** Stores the selected rows in the bank and creates missing chapters; wrong rows stay. A second call fails importDone; badInput for a chapter of another bank. */
export async function commitStaged(ctx: Ctx, { id, chapterId, tags }: Input<Calls['commit']>): Promise<Output<Calls['commit']>> {
  const { repoId, fileName } = await mustWait(ctx, id)
  const repo = await lockRepo(ctx, repoId)
  if (chapterId !== '') await mustBelong(ctx, repoId, chapterId)
  const chapters = await ctx.db
    .selectFrom('quImportRow')
    .where('importId', '=', id)
    .where('chosen', '=', true)
    .where('hasError', '=', false)
    .groupBy('chapter')
    .orderBy(sql`min(row)`)
    .select('chapter')
    .execute()
  await ensureChapters(
    ctx,
    repoId,
    chapters.map((row) => row.chapter),
  )
  const inserted = await storeStaged(ctx, repoId, { importId: id, chapterId: chapterId || null, tags })
  await ctx.db.updateTable('quImport').set({ state: 'committed' }).where('id', '=', id).execute()
  // the wrong rows can be fetched as a file for as long as the import is kept
  await ctx.db.deleteFrom('quImportRow').where('importId', '=', id).where('hasError', '=', false).execute()
  ctx.change.after = { repo: repo.title, file: fileName, inserted }
  return { inserted }
}

/** Discards the staged rows. Fails notFound, importDone. */
export async function dropStaged(ctx: Ctx, { id }: Input<Calls['drop']>): Promise<true> {
  await mustWait(ctx, id)
  await ctx.db.updateTable('quImport').set({ state: 'dropped' }).where('id', '=', id).execute()
  await ctx.db.deleteFrom('quImportRow').where('importId', '=', id).execute()
  return true
}

/** Deletes staged imports that were not committed within a week. */
export async function sweepStagings(app: Ctx['app']): Promise<void> {
  const before = new Date(app.clock().getTime() - KEPT_DAYS * 86_400_000)
  await app.db.deleteFrom('quImport').where('createTime', '<', before).execute()
}
