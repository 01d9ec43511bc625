// A question of xzs: its row, and the JSON with its texts.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { numberOf, textOf } from '../read/dump-values.format.ts'
import type { OldQuestion } from '../old-site.format.ts'

type Row = Record<string, string | null>
type Item = { prefix?: unknown; content?: unknown; score?: unknown; itemUuid?: unknown }
type Texts = { titleContent?: unknown; analyze?: unknown; correct?: unknown; questionItemObjects?: unknown }
type Read = Pick<OldQuestion, 'quType' | 'level' | 'body'>

const types: Record<string, QuType> = { 1: QuType.single, 2: QuType.multiple, 3: QuType.trueFalse, 4: QuType.fillIn, 5: QuType.shortAnswer }
/** Points are stored as tenths there, as hundredths here. */
const TENTHS = 10
const MAX_LEVEL = 5
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const html = (value: unknown) => (typeof value === 'string' ? value : '')
/** A blank in a stem of the editor there: `<span class="gapfilling-span …">1</span>`. */
const gap = /<span\b[^<>]*\bclass\s*=\s*["'][^"']*\bgapfilling-span\b[^"']*["'][^<>]*>[^<]*<\/span>/gi
const tags = /<[^<>]*>/g
const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ' }
const plain = (text: string) =>
  text
    .replaceAll(tags, '')
    .replaceAll(/&(lt|gt|quot|amp|nbsp);/g, (_all, name: string) => named[name] ?? '')
    .trim()

/** @param given the JSON of t_text_content. @returns the question, or why it cannot be one */
export function xzsQuestion(row: Row, given: unknown): Read | { why: string } {
  const quType = types[textOf(row.question_type)]
  if (quType === undefined) return { why: `未知的题型 ${textOf(row.question_type)}` }
  if (typeof given !== 'object' || given === null) return { why: '题目内容缺失或无法读取' }
  const texts = given as Texts
  const items = Array.isArray(texts.questionItemObjects) ? (texts.questionItemObjects as Item[]) : []
  const common = { content: html(texts.titleContent), analysis: html(texts.analyze) }
  const level = Math.min(Math.max(numberOf(row.difficult), 1), MAX_LEVEL)
  if (quType === QuType.shortAnswer) return { quType, level, body: { ...common, modelAnswer: html(texts.correct) || html(row.correct) } }
  if (quType === QuType.fillIn)
    return { quType, level, body: { ...common, content: common.content.replaceAll(gap, '____'), blanks: blanksOf(items, row) } }
  return { quType, level, body: { ...common, options: optionsOf(items, textOf(row.correct) || html(texts.correct)) } }
}

/** `correct` has the prefixes of the right options: `A`, or `A,C`. */
function optionsOf(items: readonly Item[], correct: string) {
  const right = new Set(correct.split(/[,，\s]+/))
  return items.slice(0, letters.length).map((item, at) => ({
    tag: letters[at] ?? '',
    content: html(item.content),
    isRight: right.has(html(item.prefix).trim()),
  }))
}

/** Points of the blanks are kept where each has some and they add up to those of the question. */
function blanksOf(items: readonly Item[], row: Row) {
  const weights = items.map((item) => (Number(item.score) || 0) * TENTHS)
  const isWeighted = weights.every((one) => one > 0) && weights.reduce((sum, one) => sum + one, 0) === numberOf(row.score) * TENTHS
  return items.map((item, at) => {
    const answer = { answer: plain(html(item.content)) }
    return isWeighted && items.length > 1 ? { ...answer, weight: weights[at] ?? 0 } : answer
  })
}
