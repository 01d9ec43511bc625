// What people said that the headings of their sheets mean: kept for each person, proposed to the others.
import { type SheetField, type SheetHead, sheetFieldText } from '@shuyuan/contract/qu/import/columns.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { headerName } from '../exchange/sheet/sheet-columns.format.ts'

/** Headings of a person that are looked at; the last used ones. */
const MAX_KEPT = 1_000
/** Longer cells are no headings. */
const MAX_SIGNS = 100

const isField = (text: string): text is SheetField => text in sheetFieldText

/** The headings that the caller mapped before. */
export async function rememberedColumns(ctx: Ctx): Promise<Record<string, SheetField>> {
  const rows = await ctx.db
    .selectFrom('quImportColumn')
    .where('userId', '=', ctx.user.id)
    .orderBy('usedTime', 'desc')
    .limit(MAX_KEPT)
    .select(['name', 'field'])
    .execute()
  return Object.fromEntries(rows.flatMap(({ name, field }) => (isField(field) ? [[name, field]] : [])))
}

/** Remembers the caller's column mapping. */
export async function rememberColumns(ctx: Ctx, names: readonly string[], fields: readonly SheetField[]): Promise<void> {
  if (fields.length === 0) return
  const said = new Map(names.flatMap((name, i) => (name !== '' && name.length <= MAX_SIGNS ? [[name, fields[i] ?? 'none'] as const] : [])))
  if (said.size === 0) return
  await ctx.db
    .insertInto('quImportColumn')
    .values([...said].map(([name, field]) => ({ userId: ctx.user.id, name, field, usedTime: ctx.now })))
    .onConflict((one) => one.columns(['userId', 'name']).doUpdateSet((eb) => ({ field: eb.ref('excluded.field'), usedTime: ctx.now })))
    .execute()
}

/** The columns with proposals for unknown headings: what others said last. */
export async function withOthersColumns(ctx: Ctx, head: SheetHead): Promise<SheetHead> {
  const unknown = head.columns.filter((one) => one.from === 'nothing' && one.name !== '').map((one) => headerName(one.name))
  if (unknown.length === 0) return head
  const { rows } = await sql<{ name: string; field: string }>`
    select distinct on (name) name, field from qu_import_column where name = any(${unknown}::text[]) order by name, used_time desc`.execute(
    ctx.db,
  )
  const said = new Map(rows.map((row) => [row.name, row.field]))
  const used = new Set(head.columns.map((one) => one.field))
  const columns = head.columns.map((one) => {
    const field = one.from === 'nothing' ? said.get(headerName(one.name)) : undefined
    if (field === undefined || !isField(field) || (used.has(field) && field !== 'option' && field !== 'none')) return one
    used.add(field)
    return { ...one, field, from: 'site' as const }
  })
  return { ...head, columns }
}
