// The signs of papers that learning platforms print with a learner's answers: 学习通 (超星), 雨课堂 and programs that save their pages.
import { QuType } from '@shuyuan/contract/qu/content.ts'

/** A line of a printed paper; `at`: its place in the document. */
export type PrintedLine = { text: string; html: string; isBlock: boolean; at: number }

const kinds: [RegExp, number, string][] = [
  [/^单项?选/, QuType.single, '单选题'],
  [/^(?:多项?选|不定项)/, QuType.multiple, '多选题'],
  [/^(?:判断|是非)/, QuType.trueFalse, '判断题'],
  [/^填空/, QuType.fillIn, '填空题'],
  [/^(?:简答|问答|论述|名词解释|主观|计算|其[他它]|案例)/, QuType.shortAnswer, '简答题'],
]
const kind = '(?:单项?选择?|多项?选择?|不定项选择|判断|是非|填空|简答|问答|论述|名词解释|主观|计算|案例分析|其[他它])题?'
const points = String.raw`(?:[,，、·|]?\s*(?:得分\s*[:：]?\s*[\d.]+\s*分?|([\d.]+)\s*分))?`
const number = String.raw`(?:【?第\s*(\d{1,4})\s*题】?|(\d{1,4}))\s*[.、．:：]?\s*`
const bracketed = new RegExp(String.raw`^${number}[（(【[]\s*(${kind})\s*${points}\s*[)）】\]]\s*(?:[（(]\s*([\d.]+)\s*分\s*[)）])?\s*`)
const bare = new RegExp(String.raw`^${number}(${kind})\s*(?:[（(]\s*([\d.]+)\s*分\s*[)）])?$`)

/** `signs`: characters before the stem; `score` in points, where it is printed. */
export type Start = { number: number; type: number; name: string; score: number | undefined; signs: number }

/** The beginning of a question that names its type: `1. (单选题, 2.0分)`, `1.单选题 (2分)`, `【第1题】（填空题）`. */
export function startIn(text: string): Start | undefined {
  const found = bracketed.exec(text) ?? bare.exec(text)
  if (!found) return undefined
  const [all, first, second, named = '', inner, outer] = found
  const of = kinds.find(([word]) => word.test(named))
  const score = Number(inner ?? outer)
  return (
    of && {
      number: Number(first ?? second),
      type: of[1],
      name: of[2],
      score: Number.isFinite(score) ? score : undefined,
      signs: all.length,
    }
  )
}

export type Label = 'learner' | 'key' | 'analysis' | 'tags' | 'level' | 'gained' | 'dropped'
const words: [Label, string][] = [
  ['learner', '(?:我|你|学生|考生)的?(?:答案|作答)'],
  ['key', '(?:正确|参考|标准)?答案'],
  ['analysis', '(?:答案|试题)?解析'],
  ['tags', '知识点'],
  ['level', '难[易度]+'],
  ['gained', '得分'],
  ['dropped', '(?:批语|评语|AI讲解|笔记|题目内容)'],
]
const labels = words.map(([label, word]) => ({
  label,
  start: new RegExp(`^(?:【${word}】\\s*(?:[（(][^）)]*[）)])?|${word}\\s*(?:[:：]|$))\\s*`),
}))
/** The label at the beginning of a line, and its length. */
export function labelIn(text: string): { label: Label; signs: number } | undefined {
  for (const { label, start } of labels) {
    const found = start.exec(text)
    if (found) return { label, signs: found[0].length }
  }
  return undefined
}
const learnerInside = /(?<=\S)\s*(?=(?:我|你|学生|考生)的?(?:答案|作答)\s*[:：])/g
const anyInside =
  /(?<=[^\s（(,，])\s*(?=(?:(?:我|你|学生|考生)的?(?:答案|作答)|正确答案|参考答案|标准答案|得分|答案解析|知识点|难易度)\s*[:：])/g
const pointsAtEnd = /(?<=[;；\s])(?=[\d.]+\s*分$)/g

/** Where labels begin within a line. */
export const cutsOf = (text: string): number[] =>
  labelIn(text) || startIn(text)
    ? [...text.matchAll(anyInside), ...text.matchAll(pointsAtEnd)].map((one) => one.index).toSorted((a, b) => a - b)
    : [...text.matchAll(learnerInside)].map((one) => one.index)

/** Points alone in a line. */
export const pointsIn = (text: string): number | undefined => {
  const found = /^(?:得分\s*[:：]?\s*)?\+?([\d.]+)\s*(?:分|\/\s*[\d.]+\s*分?)$/.exec(text)
  return found ? Number(found[1]) : undefined
}
/** Whether a line, or the end of one, says that the answer was right. */
export function markIn(text: string): boolean | undefined {
  if (/^(?:回答|作答)正确$|[√✓✔]$/.test(text)) return true
  return /^(?:回答|作答)错误$|[×✗✘]$/.test(text) ? false : undefined
}
/** Words of the page that are no part of a question. */
export const isButton = (text: string): boolean => /^(?:收起|展开|AI讲解|查看解析|查看答案|笔记|收藏|纠错|未作答)$/.test(text)
export const isKeyHeading = (text: string): boolean =>
  /^(?:[一二三四五六七八九十]+[、.．]\s*)?(?:答案|答案汇总|正确答案汇总|参考答案汇总)$/.test(text)
export const isWrongList = (text: string): boolean => /^(?:[一二三四五六七八九十]+[、.．]\s*)?错题(?:汇总|集)$/.test(text)
export const isOption = (text: string): boolean => /^[（(]?[A-Z][.、．)）:：]/.test(text)

export const isRule = (text: string): boolean => /^[-=＝—_*]{3,}$/.test(text)
const section = /^(?:[一二三四五六七八九十]+[、.．]|第[一二三四五六七八九十\d]+(?:部分|章|大题))/
/** A heading between questions. @param isAnswer the lines before belong to an answer, which may have points of its own */
export const isHeading = (text: string, isAnswer: boolean): boolean =>
  text.length < 60 && section.test(text) && (!isAnswer || /(?:选择?|判断|填空|简答|问答|论述|主观)题/.test(text))

/** The part of HTML between two places of its text; its elements stay. */
export function sliced(html: string, from: number, to = Infinity): string {
  let at = 0
  return (html.match(/<[^<>]*>|&[#\w]+;|[\s\S]/g) ?? [])
    .map((piece) => {
      if (piece.startsWith('<') && piece.length > 1) return piece
      at += 1
      return at > from && at <= to ? piece : ''
    })
    .join('')
}
export const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
