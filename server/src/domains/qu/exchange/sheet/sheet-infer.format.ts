// What a sheet without the template's columns implies: the type of a question.
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
