// The column 评分规则: scoring settings of a question, as lines `名称：值`.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { type Blank, QuType, type ScoreRule, type SimpleQuestion } from '@shuyuan/contract/qu/content.ts'
import { scoreLine } from './sheet-score-words.format.ts'
import { narrow } from './sheet-text.format.ts'

type Simple = Omit<SimpleQuestion, 'quType'>

const multiple = { 不得分: 'strict', 得一半: 'half', 得固定分: 'fixed', 按比例: 'share', 按选项分: 'perOption', 净对数: 'net' } as const
const credit = { 每空: 'each', 全对: 'all' } as const
const order = { 固定: 'fixed', 不限: 'any' } as const
const matching = { 按对数: 'share', 全对: 'strict' } as const
const compare = { 普通: 'normal', 精确: 'exact', 包含: 'contains', 数值: 'number' } as const

/** The settings in the column. Letters are those of the option columns (matching: of the right side, in order of first appearance). */
export type ScoreCell = {
  rule: ScoreRule
  points: Record<string, number>
  pinned: string[]
  images: Record<string, string>
  blanks: Record<number, Partial<Blank>>
  reusable: string[]
  /** matching: the right side in this order */
  order: string[]
  weight: number | undefined
}

const key = '漏选|固定分|选项分|倒扣|固定位置|图片[A-Z]|给分|顺序|第\\d+空|配对给分|可重复|右侧顺序|关键词|权重'
const separator = new RegExp(`\\n|[；;]\\s*(?=(?:${key})[：:])`)
const line = new RegExp(`^(${key})[：:]([\\s\\S]*)$`)

/** The settings of each type; 权重 applies to every sub-question. */
const allowed: Record<number, RegExp> = {
  [QuType.single]: /^(倒扣|固定位置|图片.)$/,
  [QuType.multiple]: /^(漏选|固定分|选项分|倒扣|固定位置|图片.)$/,
  [QuType.trueFalse]: /^(倒扣|固定位置|图片.)$/,
  [QuType.shortAnswer]: /^关键词$/,
  [QuType.fillIn]: /^(给分|顺序|第\d+空)$/,
  [QuType.matching]: /^(配对给分|可重复|右侧顺序)$/,
}

class Wrong extends Error {
  readonly said: Message

  constructor(said: Message) {
    super(said.zh)
    this.said = said
  }
}

const pick = <T extends Record<string, string>>(choices: T, value: string): T[keyof T] => {
  if (!Object.hasOwn(choices, value)) throw new Wrong(say('ruleOneOf', { choices: Object.keys(choices).join('、') }))
  return choices[value] as T[keyof T]
}
const points = (value: string) => {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(value)) throw new Wrong(say('rulePoints'))
  return Math.round(Number(value) * 100)
}
const letters = (value: string) => value.split(/[,、]/).filter((one) => one !== '')

const readers: Record<string, (cell: ScoreCell, value: string, raw: string) => void> = {
  漏选: (cell, value) => void (cell.rule.multiple = pick(multiple, value)),
  固定分: (cell, value) => void (cell.rule.fixed = points(value)),
  倒扣: (cell, value) => void (cell.rule.penalty = points(value)),
  给分: (cell, value) => void (cell.rule.credit = pick(credit, value)),
  顺序: (cell, value) => void (cell.rule.order = pick(order, value)),
  配对给分: (cell, value) => void (cell.rule.matching = pick(matching, value)),
  固定位置: (cell, value) => void (cell.pinned = letters(value.toUpperCase())),
  可重复: (cell, value) => void (cell.reusable = letters(value.toLowerCase())),
  右侧顺序: (cell, value) => void (cell.order = letters(value.toLowerCase())),
  选项分(cell, value) {
    for (const one of letters(value)) {
      const [, letter = '', score = ''] = /^([A-Za-z])=(.+)$/.exec(one) ?? []
      if (letter === '') throw new Wrong(say('ruleShares'))
      cell.points[letter.toUpperCase()] = points(score)
    }
  },
  关键词(cell, _value, raw) {
    const at = raw.replaceAll('＝', '=').lastIndexOf('=')
    if (at < 1) throw new Wrong(say('ruleKeywords'))
    cell.rule.keywords = [...(cell.rule.keywords ?? []), { words: raw.slice(0, at).trim(), points: points(narrow(raw.slice(at + 1))) }]
  },
  权重(cell, value) {
    if (!/^[1-9]\d{0,4}$/.test(value)) throw new Wrong(say('ruleWhole'))
    cell.weight = Number(value)
  },
}

function readBlank(value: string): Partial<Blank> {
  const blank: Partial<Blank> = {}
  for (const one of letters(value)) {
    if (one === '区分大小写' || one === '不分大小写') blank.caseSensitive = one === '区分大小写'
    else if (one.startsWith('分值')) blank.weight = points(one.slice(2))
    else if (one.startsWith('误差')) {
      blank.tolerance = Number(one.slice(2))
      if (!(blank.tolerance >= 0)) throw new Wrong(say('ruleTolerance'))
    } else blank.compare = pick(compare, one)
  }
  return blank
}

/** Parses the column. @returns the settings, and a message for each invalid line */
export function parseScore(type: number, text: string): { cell: ScoreCell; problems: Message[] } {
  const cell: ScoreCell = { rule: {}, points: {}, pinned: [], images: {}, blanks: {}, reusable: [], order: [], weight: undefined }
  const problems: Message[] = []
  for (const one of text.split(separator).map((part) => scoreLine(part.trim().replace(/[；;]$/, '')))) {
    if (one === '') continue
    const [, name = '', raw = ''] = line.exec(one) ?? []
    const value = narrow(raw)
    if (name !== '' && name !== '权重' && !allowed[type]?.test(name)) {
      problems.push(say('ruleUnfit', { name }))
      continue
    }
    try {
      if (name.startsWith('图片')) cell.images[name.slice(2)] = raw.trim()
      else if (name.startsWith('第')) cell.blanks[Number(name.slice(1, -1)) - 1] = readBlank(value)
      else if (Object.hasOwn(readers, name)) readers[name]?.(cell, value, raw)
      else problems.push(say('ruleUnknown', { rule: one.slice(0, 40) }))
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      problems.push(say('ruleWrong', { rule: name, problem: error.said }))
    }
  }
  return { cell, problems }
}

const nameOf = (choices: Record<string, string>, value: string) => Object.keys(choices).find((name) => choices[name] === value) ?? value

/** Writes the column for a question; `extra`: further lines of the caller. */
export function formatScore(type: number, { rule, options, blanks }: Simple, extra: string[]): string {
  const lines: string[] = []
  const add = (name: string, value: string | undefined) => void (value === undefined || value === '' || lines.push(`${name}：${value}`))
  add('漏选', rule.multiple && nameOf(multiple, rule.multiple))
  add('固定分', rule.fixed === undefined ? undefined : formatPoints(rule.fixed))
  add('倒扣', rule.penalty === undefined ? undefined : formatPoints(rule.penalty))
  add('给分', rule.credit && nameOf(credit, rule.credit))
  add('顺序', rule.order && nameOf(order, rule.order))
  add('配对给分', rule.matching && nameOf(matching, rule.matching))
  for (const { words, points } of rule.keywords ?? []) add('关键词', `${words.replaceAll(/\s*\n\s*/g, ' ')}=${formatPoints(points)}`)
  const lettered = options.map((option, i) => ({ ...option, letter: String.fromCharCode(65 + i) }))
  add('选项分', lettered.flatMap((one) => (one.points === undefined ? [] : [`${one.letter}=${formatPoints(one.points)}`])).join('，'))
  add('固定位置', lettered.flatMap((one) => (one.pinned ? [one.letter] : [])).join('，'))
  for (const { letter, image } of lettered) add(`图片${letter}`, image)
  if (type === QuType.fillIn) for (const [i, blank] of blanks.entries()) add(`第${i + 1}空`, formatBlank(blank))
  return [...lines, ...extra].join('\n')
}

function formatBlank({ compare: mode, caseSensitive, tolerance, weight }: Blank): string {
  const parts = mode === 'normal' ? [] : [nameOf(compare, mode)]
  if (caseSensitive !== undefined) parts.push(caseSensitive ? '区分大小写' : '不分大小写')
  if (tolerance !== undefined) parts.push(`误差${tolerance}`)
  if (weight !== undefined) parts.push(`分值${formatPoints(weight)}`)
  return parts.join('，')
}
