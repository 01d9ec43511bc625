// A note of Anki as a question: two sides, or a text with clozes.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import { type ReadQuestion, unreadable, warn } from '../exchange.rules.ts'
import { formulasIn } from '../sheet/sheet-text.format.ts'
import { escape } from './package-media.format.ts'

/** `names`: of the fields, where they are known; `isTyped`: the card asks to type the answer. */
export type Note = { fields: string[]; names: string[]; deck: string; tags: string[]; isTyped: boolean }

const cloze = /\{\{c\d+::((?:(?!\{\{c\d+::).)*?)(?:::((?:(?!\}\}).)*?))?\}\}/gs
export const hasCloze = (text: string): boolean => /\{\{c\d+::/.test(text)

/** Formulas of Anki as those of the bank; sounds are elements. */
function htmlOf(field: string): string {
  const text = field
    .replaceAll(/\[\$\$?\](.+?)\[\/\$\$?\]/gs, (_all, latex: string) => String.raw`\(${latex}\)`)
    .replaceAll(/\[latex\]\s*\$?(.+?)\$?\s*\[\/latex\]/gs, (_all, latex: string) => String.raw`\(${latex}\)`)
    .replaceAll(/\[sound:([^\]]+)\]/g, (_all, name: string) => `<audio src="${escape(name)}" controls></audio>`)
    .trim()
  return formulasIn(text === '' || /<(?:p|div|ul|ol|table|h\d)\b/i.test(text) ? text : `<p>${text}</p>`)
}

/** A text with gaps in place of its clozes; the innermost of nested ones. */
function gapsIn(text: string): { content: string; answers: string[]; hasHints: boolean } {
  const answers: string[] = []
  let hasHints = false
  const content = text.replaceAll(cloze, (_all, answer: string, hint: string | undefined) => {
    answers.push(plainText(answer).replaceAll('||', String.raw`\||`))
    if (hint === undefined) return '____'
    hasHints = true
    return `____（${hint}）`
  })
  return { content, answers, hasHints }
}

export function questionOf({ fields, names, deck, tags, isTyped }: Note, row: number): ReadQuestion {
  const [first = '', second = '', ...others] = fields
  const base = { row, chapter: deck, level: QuLevel.normal, tags }
  const rest = (from: string[], at: number) =>
    from
      .map((field, i) => ({ field: htmlOf(field), name: names[at + i] ?? '' }))
      .filter(({ field }) => plainText(field) !== '' || field.includes('<img'))
      .map(({ field, name }) => (name === '' ? field : `<p>${escape(name)}：</p>${field}`))
      .join('')
  const at = fields.findIndex(hasCloze)
  if (at >= 0) {
    const { content, answers } = gapsIn(fields[at] ?? '')
    if (hasCloze(content) || answers.some((one) => one === ''))
      return { ...unreadable(row, htmlOf(content), say('ankiClozeUnread'), deck), tags }
    const analysis = rest(
      fields.filter((_field, i) => i !== at),
      at === 0 ? 1 : 0,
    )
    return {
      ...base,
      quType: QuType.fillIn,
      body: { content: htmlOf(content), analysis, blanks: answers.map((answer) => ({ answer })) },
      problems: [],
    }
  }
  const [stem, answer] = [htmlOf(first), htmlOf(second)]
  const typed = plainText(answer)
  if (isTyped && typed !== '' && !/<img|data-latex/.test(answer))
    return {
      ...base,
      quType: QuType.fillIn,
      body: { content: stem, analysis: rest(others, 2), blanks: [{ answer: typed.replaceAll('||', String.raw`\||`) }] },
      problems: [],
    }
  const problems = plainText(answer) === '' && !answer.includes('<img') ? [warn(row, '答案', say('ankiBackEmpty'))] : []
  return { ...base, quType: QuType.shortAnswer, body: { content: stem, modelAnswer: answer, analysis: rest(others, 2) }, problems }
}
