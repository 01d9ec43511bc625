// Converts the short notation of the demo questions to question bodies.
import { QuType, type Blank, type Option, type QuestionBody } from '@shuyuan/contract/qu/content.ts'
import type { QuLevel } from '@shuyuan/contract/qu/qu.ts'

/** A question without its chapter, as the builders below return it. `level`: 1 普通, 2 较难. */
type QuestionDraft = { quType: number; level: QuLevel; body: QuestionBody }
export type SeedQuestion = QuestionDraft & { chapter: string }

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Plain text to html inside one line: `$…$` is a formula in LaTeX, all else is literal. */
const inline = (text: string) =>
  text
    .split('$')
    .map((part, i) => (i % 2 ? `<span data-type="inline-math" data-latex="${escapeHtml(part)}"></span>` : escapeHtml(part)))
    .join('')

const row = (line: string, cell: 'th' | 'td') => {
  const cells = line.slice(1, -1).split('|')
  return `<tr>${cells.map((text) => `<${cell}><p>${inline(text.trim())}</p></${cell}>`).join('')}</tr>`
}

/** Plain text to html blocks: a line is a paragraph; consecutive lines `|a|b|` are a table whose first row is the head. */
function blocks(text: string): string {
  let html = ''
  let inTable = false
  for (const line of text.split('\n')) {
    const isRow = line.startsWith('|')
    if (isRow && !inTable) html += `<table><tbody>${row(line, 'th')}`
    else if (isRow) html += row(line, 'td')
    else html += `${inTable ? '</tbody></table>' : ''}<p>${inline(line)}</p>`
    inTable = isRow
  }
  return inTable ? `${html}</tbody></table>` : html
}

const body = (stem: string, analysis: string, rest: Partial<QuestionBody>): QuestionBody => ({
  content: blocks(stem),
  analysis: blocks(analysis),
  options: [],
  blanks: [],
  left: [],
  right: [],
  pairs: [],
  modelAnswer: '',
  rule: {},
  subs: [],
  ...rest,
})

const letter = (index: number, first: 'A' | 'a') => String.fromCharCode(first.charCodeAt(0) + index)

const options = (texts: string[]): Option[] =>
  texts.map((text, i) => ({ tag: letter(i, 'A'), content: blocks(text.replace(/^\*/, '')), isRight: text.startsWith('*') }))

type Level = QuLevel

/** Single choice; the right option begins with `*`. */
export const single = (level: Level, stem: string, choices: string[], analysis: string): QuestionDraft => ({
  quType: QuType.single,
  level,
  body: body(stem, analysis, { options: options(choices) }),
})

/** Multiple choice; every right option begins with `*`. */
export const multiple = (level: Level, stem: string, choices: string[], analysis: string): QuestionDraft => ({
  quType: QuType.multiple,
  level,
  body: body(stem, analysis, { options: options(choices) }),
})

/** True or false; option A is 正确, B is 错误. */
export const judge = (level: Level, stem: string, isTrue: boolean, analysis: string): QuestionDraft => ({
  quType: QuType.trueFalse,
  level,
  body: body(stem, analysis, { options: options(isTrue ? ['*正确', '错误'] : ['正确', '*错误']) }),
})

/** Short answer, marked by a person against `model`. */
export const short = (level: Level, stem: string, model: string, analysis: string): QuestionDraft => ({
  quType: QuType.shortAnswer,
  level,
  body: body(stem, analysis, { modelAnswer: blocks(model) }),
})

const gap = (answer: string): Blank => ({ answer, compare: /^\d+(\.\d+)?$/.test(answer) ? 'number' : 'normal' })

/** Fill-in; each `____` of the stem has its answer, alternatives joined by `||`; a bare number is compared as a number. */
export const blank = (level: Level, stem: string, answers: string[], analysis: string): QuestionDraft => ({
  quType: QuType.fillIn,
  level,
  body: body(stem, analysis, { blanks: answers.map(gap) }),
})

/** Matching; `pairs` are [left, right], `extra` right items without a partner. The right side is sorted by code units, so that its order does not reveal the pairs. */
export function match(level: Level, stem: string, pairs: [string, string][], extra: string[], analysis: string): QuestionDraft {
  const rights = [...pairs.map(([, right]) => right), ...extra].sort((a, b) => (a < b ? -1 : 1))
  return {
    quType: QuType.matching,
    level,
    body: body(stem, analysis, {
      left: pairs.map(([left], i) => ({ tag: letter(i, 'A'), content: blocks(left) })),
      right: rights.map((right, i) => ({ tag: letter(i, 'a'), content: blocks(right) })),
      pairs: pairs.map(([, right], i) => [letter(i, 'A'), letter(rights.indexOf(right), 'a')]),
    }),
  }
}

const asSub = ({ quType, body }: QuestionDraft, index: number) => {
  const { content, analysis, options, blanks, left, right, pairs, modelAnswer, rule } = body
  return { quType, content, analysis, options, blanks, left, right, pairs, modelAnswer, rule, id: String(index + 1), weight: 1 }
}

/** Composite: a text and questions about it, each with the same weight. */
export const composite = (level: Level, material: string, subs: QuestionDraft[], analysis: string): QuestionDraft => ({
  quType: QuType.composite,
  level,
  body: body(material, analysis, { subs: subs.map(asSub) }),
})

/** Assigns the questions of a file to their chapter. */
export const chapter = (title: string, drafts: QuestionDraft[]): SeedQuestion[] => drafts.map((draft) => ({ ...draft, chapter: title }))
