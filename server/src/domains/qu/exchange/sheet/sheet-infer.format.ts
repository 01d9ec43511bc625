// What a sheet without the template's columns implies: the type of a question, and the options in one cell.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { withoutMarks } from '../../../../kernel/sheet/xlsx-text.ts'
import { isVerdict, type RowCells } from './sheet-parse.format.ts'
import { narrow } from './sheet-text.format.ts'

const gap = /[_＿]{2,}|[（(][\s\u3000]*[)）]/

/** The name of the type that stem, options and answer imply. */
export function inferredType({ stem, options, answer }: RowCells): string {
  const filled = options.filter((one) => one.trim() !== '')
  const key = narrow(withoutMarks(answer)).toUpperCase()
  const isJudged = filled.length === 0 || (filled.length === 2 && filled.every((one) => isVerdict(withoutMarks(one))))
  if (isJudged && (isVerdict(key) || filled.length > 0)) return quTypeText[QuType.trueFalse]
  if (filled.length > 0) return quTypeText[/^[A-Z]{2,}$/.test(key.replaceAll(/[,、;]/g, '')) ? QuType.multiple : QuType.single]
  return quTypeText[gap.test(withoutMarks(stem)) ? QuType.fillIn : QuType.shortAnswer]
}

const marker = /^[（(]?[A-Z][.、．:：)）]\s*/
const close = /(?<![A-Za-z\d])(?=[（(]?[A-Z][.、．:：)）])/

/** The options of a cell that has all of them: in lines, separated by `|`, or lettered one after the other. */
export function optionsIn(cell: string): string[] {
  const text = cell.trim()
  const parts = [/\n+/, /\s*[|｜¦]+\s*/, close, /\s*[；;]\s*/].map((between) => text.split(between).filter((one) => one.trim() !== ''))
  const found = (parts.find((one) => one.length > 1) ?? parts[0] ?? []).map((one) => one.trim().replace(marker, ''))
  // behind every option but the last it separates, elsewhere it is part of the text
  const isBetween = found.length > 1 && found.slice(0, -1).every((one) => /[；;]$/.test(one))
  return isBetween ? found.map((one) => one.replace(/[；;]$/, '')) : found
}
