// Finds the lines of a paper that begin a question although their number looks like a decimal: `63．19世纪`.
import { type Line, option } from './docx-lines.format.ts'
import { label } from './docx-labels.format.ts'
import { gluedNumber, headingOf, inlineAnswer, keyHeading, numberIn } from './docx-signs.format.ts'

/**
 * The indexes of such lines. A number of this kind continues the count after a question that has options or an answer; the line has an answer,
 * options or a next question of its own, and no other line has its number. Anything else is a decimal within a text.
 */
export function gluedStarts(lines: readonly Line[], start: RegExp): ReadonlySet<number> {
  const found = new Set<number>()
  let last = 0
  let isWhole = false
  let isLabelled = false
  for (const [at, { text }] of lines.entries()) {
    const number = numberIn(text)
    const isNext = gluedNumber.test(text) && isWhole && !isLabelled && number === last + 1
    if (headingOf(text, start) !== undefined) [last, isWhole] = [0, true]
    else if (start.test(text)) [last, isWhole] = [number, inlineAnswer.test(text)]
    else if (isNext && isQuestion(lines.slice(at), number, start)) {
      found.add(at)
      ;[last, isWhole] = [number, inlineAnswer.test(text)]
    } else if (option.test(text) || label.test(text)) isWhole = true
    // the line after 答案： alone is the answer
    isLabelled = text.replace(label, '') === ''
  }
  return found
}

/** Whether lines that begin with this number are a question: see gluedStarts. */
function isQuestion([own, ...lines]: readonly Line[], number: number, start: RegExp): boolean {
  let isWhole = inlineAnswer.test(own?.text ?? '')
  for (const { text } of lines) {
    if (headingOf(text, start) !== undefined || keyHeading.test(text)) return isWhole
    if (start.test(text)) return numberIn(text) !== number && (isWhole || numberIn(text) === number + 1)
    isWhole ||= option.test(text) || label.test(text)
  }
  return isWhole
}
