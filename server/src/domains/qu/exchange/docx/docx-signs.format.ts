// The signs by which a printed paper is divided: numbers, headings, labels.
import { QuType } from '@shuyuan/contract/qu/content.ts'

const typeLabels: [RegExp, number][] = [
  [/单项?选/, QuType.single],
  [/多项?选|不定项/, QuType.multiple],
  [/判断|是非/, QuType.trueFalse],
  [/填空/, QuType.fillIn],
  [/简答|问答|论述|名词解释|案例/, QuType.shortAnswer],
]
export const typeOf = (text: string) => typeLabels.find(([word]) => word.test(text))?.[1]
export const meansTrue = /^(正确|对|是|√|✓|T|TRUE|Y)$/i
export const meansFalse = /^(错误|错|否|×|✗|X|F|FALSE|N)$/i

const number = '[\\d０-９]{1,4}'
/** A point with a digit behind it is part of a number, `3.14`, unless the digits are a year: `4.2014年`. */
const dotted = new RegExp(
  `^(?:第\\s*${number}\\s*题\\s*[:：.、]?|${number}\\s*(?:[、)）]|[.．](?![\\d０-９])|[.．](?=\\d{4}年))|${number}\\t)\\s*`,
)
const inBrackets = new RegExp(`^(?:[（(]\\s*${number}\\s*[)）]|[【[]\\s*${number}\\s*[】\\]])\\s*`)
const spaced = new RegExp(`^${number}[ \\u3000]+(?=\\S)`)

/** How a document numbers its questions: `1.` or `1` and a tab if any line does, else `（1）`, else `1` and a space if `2` follows. */
export function startOf(texts: string[]): RegExp {
  const used = [dotted, inBrackets].find((one) => texts.some((text) => one.test(text)))
  const counted = texts.filter((text) => spaced.test(text)).map(numberIn)
  return used ?? (counted[0] === 1 && counted[1] === 2 ? spaced : dotted)
}
/** `63．19世纪`: a number whose text begins with a digit, or a decimal. */
export const gluedNumber = new RegExp(`^${number}[.．](?=[\\d０-９])`)
export const numberIn = (text: string) => Number(/\d+/.exec(text.normalize('NFKC'))?.[0] ?? 0)

const section =
  /^(?:[一二三四五六七八九十]+[、.．]|第[一二三四五六七八九十\d]+(?:(?:章|部分|大题)|(?:节|篇|卷)(?=[\s:：、]))[、.．:：\s]*|【章节】)/
const sectionInBrackets = /^[（(][一二三四五六七八九十]+[)）][、.．]?\s*/
const bareType =
  /^(?:单项?选择?题?|多项?选择?题|单选|多选|不定项选择题|选择题|判断题|是非题|填空题|简答题|问答题|论述题|名词解释|案例分析题?)\s*(?:[（(].*[)）]|[:：])?$/
const ruled = /^[-—–=＝*＊~～·]{2,}\s*(.*?)\s*[-—–=＝*＊~～·]{2,}$/
const rule = /^[-—–=＝*＊~～·]{3,}$/

/** The title of a heading: the number before it cut off; undefined for other lines. A line of dashes is a heading without title. */
export function headingOf(text: string, start: RegExp): string | undefined {
  if (text.length >= 60 || start.test(text)) return undefined
  if (rule.test(text)) return ''
  const inner = ruled.exec(text)?.[1]
  const given = inner ?? text
  const typed = given.replace(sectionInBrackets, '')
  const title = bareType.test(typed) ? typed : given
  const numbered = section.exec(title)?.[0]
  if (numbered !== undefined) return title.slice(numbered.length).trim() || title
  return inner !== undefined || bareType.test(title) ? title : undefined
}

/** The heading of the answers at the end of a paper. */
export const keyHeading = /^(?:[一-龥\d（()）\s]{0,20}?)(?:参考|标准|正确|试题|试卷)?答案(?:及|与|和)?(?:解析|详解|评分标准)?(\s*[:：])?$/
export const marker = /^[[【(（]\s*([^\]】)）]{2,8}?题?)\s*[\]】)）]\s*/
export const inlineAnswer = /[（(]\s*([A-Z](?:[\s、,，]*[A-Z]){0,7}|√|×|对|错|正确|错误)\s*[)）](?=[。.?？\s]*$)/
/** Letters in brackets within a stem. */
export const bracketed = /[（(]\s*([A-Z](?:[\s、,，]*[A-Z]){0,7})\s*[)）]/g
