// Divides the lines of a paper where an answer follows the stem, the last option or the heading of the key on the same line.
import { entriesIn } from './docx-key.format.ts'
import { label, labelsWithin, fieldOf } from './docx-labels.format.ts'
import { dividedAt, type Line, signsOf } from './docx-lines.format.ts'

const keyWord = /^(?:[一-龥]{0,6})(?:参考|标准|正确|试题)?答案\s*[:：]\s*(?=\d)/

/** The heading of a key and its first entries, `参考答案：1-2 BB`, as two lines. */
function ofKey(line: Line): Line[] | undefined {
  const heading = keyWord.exec(line.text)?.[0]
  if (heading === undefined || entriesIn(line.text.slice(heading.length), undefined).length < 2) return undefined
  return dividedAt(line, [heading.length])
}

/** Each label begins a line of its own. Within an analysis, and in a talk of questions and answers, the word is part of the text. */
export function withAnswerLines(lines: readonly Line[], start: RegExp): Line[] {
  let isAnalysis = false
  return lines.flatMap((line) => {
    if (line.isBlock) return [line]
    if (!/答|解析|ans/i.test(line.text)) {
      isAnalysis &&= !start.test(line.text)
      return [line]
    }
    const named = label.exec(line.text)
    const number = start.exec(line.text)?.[0].length ?? 0
    if (number > 0 || (named && fieldOf(named) !== 'analysis')) isAnalysis = false
    if (isAnalysis || (named && fieldOf(named) === 'analysis')) {
      isAnalysis = true
      return [line]
    }
    const key = ofKey(line)
    if (key) return key
    const text = signsOf(line.html)
    if (!named && /问\s*[:：]/.test(text)) return [line]
    const places = labelsWithin(text).filter((at) => at >= (named?.[0].length ?? 0) && text.slice(0, at).trim().length > number)
    if (places.length === 0) return [line]
    const parts = dividedAt(line, places)
    isAnalysis = parts.some((one) => /^[【［[]?(?:答案)?解析/.test(one.text))
    return parts
  })
}
