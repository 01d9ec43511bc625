// The wrong rows of an import as a sheet with their faults, to be mended there and uploaded again.
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { SheetProblem } from '@shuyuan/contract/kernel/import.ts'
import type { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import type { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { FAULTS } from '../../../kernel/sheet/sheet-columns.ts'
import { writeSheets, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { restated } from '../../../kernel/localized.ts'
import { levelsOf } from '../bank/level.service.ts'
import { sheetColumns } from '../exchange/sheet/sheet-columns.format.ts'
import { formatQuestion, layOut } from '../exchange/sheet/sheet-write.format.ts'

/** The wrong rows of an import of the caller, before and after the commit. Fails notFound; formFields where no row is wrong. */
export async function wrongRows(ctx: Ctx, { id }: Input<(typeof quImport)['wrong-rows']>): Promise<FileReply> {
  const { fileName } = must(
    await ctx.db.selectFrom('quImport').where('id', '=', id).where('userId', '=', ctx.user.id).select('fileName').executeTakeFirst(),
  )
  const rows = await ctx.db
    .selectFrom('quImportRow')
    .where('importId', '=', id)
    .where('hasError', '=', true)
    .orderBy('row')
    .select(['row', 'quType', 'level', 'chapter', 'body', 'problems'])
    .execute()
  if (rows.length === 0) fail('notFound', say('wrongRowsNone'))
  const levels = await levelsOf(ctx)
  const cells = rows.flatMap(({ row, problems, body, ...question }) => {
    const found = restated(ctx, problems as unknown as SheetProblem[]).filter((one) => one.level === 'error')
    const own = formatQuestion({ ...question, body: body as unknown as QuestionBody }, row, levels)
    const faults = found.map((one) => `${one.field}：${one.msg}`).join('\n')
    // a type that could not be read must be chosen
    const type: Record<string, string> = found.some((one) => one.field === '题型') ? { 题型: '' } : {}
    return own.map((one, i) => (i === 0 ? { ...one, ...type, [FAULTS]: faults } : one))
  })
  const widest = Math.max(4, ...cells.map((one) => Object.keys(one).filter((name) => /^选项[A-Z]/.test(name)).length))
  const columns = [...sheetColumns(widest, levels), { header: FAULTS, width: 50 }]
  const headers = columns.map((one) => one.header)
  const body = await writeSheets([{ name: '有误的试题', columns, rows: cells.flatMap((one) => layOut(one, headers)) }])
  return { name: `${fileName.replace(/\.\w+$/, '')}_有误.xlsx`, type: xlsxType, body }
}
