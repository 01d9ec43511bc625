// Labels of the problems of a staged question: the place and the message.
import type { SheetProblem } from '@shuyuan/contract/kernel/import.ts'
import { type PlainText, t, tLabel } from '../../../../kernel/i18n.ts'

type Problem = SheetProblem

const names: Record<string, PlainText> = {
  content: '题干',
  quType: '题型',
  options: '选项',
  blanks: '填空',
  left: '左侧项',
  right: '右侧项',
  pairs: '配对',
  subs: '小题',
  rule: '计分规则',
  modelAnswer: '参考答案',
  analysis: '解析',
}

/** The label of a field path: `options.2.content` is 选项C, `subs.0.blanks` 第1小题 · 填空; a sheet column keeps its name. */
export function placeName(field: string): string {
  const [head = '', index, ...rest] = field.split('.')
  const name = names[head]
  if (name === undefined) return tLabel(field)
  const at = Number(index)
  if (index === undefined || !Number.isInteger(at)) return t(name)
  if (head === 'subs') return [t('第{{n}}小题', { n: at + 1 }), ...(rest.length > 0 ? [placeName(rest.join('.'))] : [])].join(' · ')
  if (head === 'blanks') return t('第{{n}}空', { n: at + 1 })
  return head === 'options' ? t('选项{{letter}}', { letter: String.fromCharCode(65 + at) }) : t(name)
}

/** Removes problems with the same text at the same place. */
export const distinct = (problems: readonly Problem[]): Problem[] =>
  problems.filter((one, i) => problems.findIndex((other) => other.field === one.field && other.msg === one.msg) === i)

/** 选项：至少要有两个选项 */
export function problemText({ field, msg }: Pick<Problem, 'field' | 'msg'>): string {
  const place = placeName(field)
  return place === '' ? msg : t('{{place}}：{{msg}}', { place, msg })
}
