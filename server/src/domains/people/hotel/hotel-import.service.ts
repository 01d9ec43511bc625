// Imports a sheet of hotels into the site's own table; a hotel with the same code is replaced.
import { restated } from '../../../kernel/localized.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import type { hotel } from '@shuyuan/contract/people/hotel/hotel.ts'
import { sql } from 'kysely'
import { type Ctx, mustHaveFile, type SlowCtx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { readRows } from '../../../kernel/sheet/sheet-rows.ts'
import { writeSheets, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { wrongRowsOf } from '../../../kernel/sheet/wrong-rows.ts'
import { type Draft, hotelFields } from './hotel-sheet.format.ts'

/** Problems sent to the client; `total - valid` still counts every wrong row. */
const MAX_PROBLEMS = 5_000
const PORTION = 1_000
const worker = new URL('./hotel-sheet.worker.ts', import.meta.url)

/**
 * Imports the uploaded sheet, or with `dryRun` only reports what would happen. In mode `all` nothing is stored while any row is wrong.
 * Fails fileMissing, sheetHeader for wrong columns, and as readSheet for the file.
 */
export async function importHotels(ctx: SlowCtx, { dryRun, mode }: Input<typeof hotel.import>): Promise<Output<typeof hotel.import>> {
  const file = mustHaveFile(ctx)
  const { drafts, problems, total } = await readRows<Draft>(ctx.app, worker, file)
  const stores = !dryRun && (mode === 'valid' || drafts.length === total)
  return ctx.transaction(async (inner) => {
    const updated = stores ? await store(inner, drafts) : 0
    const inserted = stores ? drafts.length - updated : 0
    inner.change.after = { file: file.name, total, inserted, updated }
    return { total, valid: drafts.length, inserted, updated, errors: restated(ctx, problems.slice(0, MAX_PROBLEMS)) }
  })
}

/** Checks the uploaded sheet again. Fails notFound where no row is wrong, and as importHotels for the file. */
export async function wrongHotelRows(ctx: SlowCtx): Promise<Output<(typeof hotel)['import-wrong']>> {
  const file = mustHaveFile(ctx)
  const { problems } = await readRows<Draft>(ctx.app, worker, file)
  const found = (await wrongRowsOf(ctx.app, file, restated(ctx, problems))) ?? fail('notFound', say('userRowsRight'))
  await ctx.transaction(async (inner) => void (inner.change.after = { file: file.name, rows: found.rows }))
  return { name: found.name, sheet: found.sheet }
}

/** @returns how many rows replaced a hotel */
async function store(ctx: Ctx, drafts: Draft[]): Promise<number> {
  let updated = 0
  for (let from = 0; from < drafts.length; from += PORTION) {
    const rows = drafts.slice(from, from + PORTION).map(({ row: _row, ...facts }) => ({ ...facts, updateTime: ctx.now }))
    const written = await ctx.db
      .insertInto('sysHotel')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('hotelCode').doUpdateSet((eb) => ({
          zwmc: eb.ref('excluded.zwmc'),
          yyzzmc: eb.ref('excluded.yyzzmc'),
          fr: eb.ref('excluded.fr'),
          updateTime: eb.ref('excluded.updateTime'),
        })),
      )
      // xmax is set where the insert updated an existing row
      .returning(sql<boolean>`xmax <> 0`.as('replaced'))
      .execute()
    updated += written.filter((row) => row.replaced).length
  }
  return updated
}

/** The empty sheet, with an example. */
export async function hotelTemplate(): Promise<Output<(typeof hotel)['import-template']>> {
  const columns = hotelFields.map((header) => ({ header, width: header === '酒店编码' ? 18 : 32 }))
  const rows = [['YQ0001', '云栖湖滨酒店', '云栖湖滨酒店管理有限公司', '沈云栖']]
  return { name: '酒店导入模板.xlsx', type: xlsxType, body: await writeSheets([{ name: '酒店', columns, rows }]) }
}
