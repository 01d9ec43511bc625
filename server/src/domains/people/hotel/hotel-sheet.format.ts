// The import sheet of hotels: its columns, and how a row is read.
import { stated } from '@shuyuan/contract/kernel/message.ts'
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import type { SheetProblem } from '@shuyuan/contract/kernel/import.ts'
import type { SheetColumns } from '../../../kernel/sheet/sheet-columns.ts'
import type { SheetRow } from '../../../kernel/sheet/spreadsheet.ts'

const fields = { 酒店编码: 60, 对外门牌标识: 200, 营业执照注册名称: 200, 法定代表人: 60 } as const
type Field = keyof typeof fields
export const hotelFields = Object.keys(fields) as Field[]
export type Draft = { row: number; hotelCode: string; zwmc: string; yyzzmc: string; fr: string }

/** Reads one row; every cell must be filled. `seen` maps each code of earlier rows to its row and gets this row's code. */
export function readRow(
  { row, cells }: SheetRow,
  { at }: SheetColumns<Field>,
  seen: Map<string, number>,
): { draft: Draft | undefined; problems: SheetProblem[] } {
  const problems: SheetProblem[] = []
  const cell = (field: Field) => {
    const text = (cells[at.get(field) ?? -1] ?? '').trim()
    const message =
      text === ''
        ? sayKernel('required', { label: field })
        : text.length > fields[field]
          ? sayKernel('tooLong', { label: field, max: fields[field] })
          : undefined
    if (message !== undefined) problems.push({ row, field, ...stated(message), level: 'error' })
    return text
  }
  const [hotelCode, zwmc, yyzzmc, fr] = [cell('酒店编码'), cell('对外门牌标识'), cell('营业执照注册名称'), cell('法定代表人')]
  const before = seen.get(hotelCode)
  if (before !== undefined) problems.push({ row, field: '酒店编码', ...stated(say('sheetHotelTwice', { row: before })), level: 'error' })
  else if (hotelCode !== '') seen.set(hotelCode, row)
  return { draft: problems.length === 0 ? { row, hotelCode, zwmc, yyzzmc, fr } : undefined, problems }
}
