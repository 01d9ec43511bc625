// Writes composites as Moodle's embedded answers, where these can carry them.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { type QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { codeOfBlank, escapeCloze, withoutCodes } from './moodle-cloze.format.ts'

type Sub = QuestionBody['subs'][number]
type Whole = { content: string; analysis: string; lost: Message[] }

/** Options that are plain text, also without signs of TeX, whose formulas might reach into the next option. */
const isPlain = ({ content, image }: Sub['options'][number]) => !image && /^<p>[^<]*<\/p>$/.test(content) && !/\$\$|\\[([]/.test(content)
/** Stems of the form that reading embedded answers gives (moodle-cloze, readCloze); they say nothing of their own. */
const isNumbered = (sub: Sub, i: number) => sub.content === `<p>第（${i + 1}）空</p>`

/** The composite as one text with embedded answers; null if one of its parts has no such form (essays, pairs, pictures, formulas). */
export function writeComposite({ content, analysis, subs }: QuestionBody): Whole | null {
  if (subs.length === 0 || !subs.every(hasForm)) return null
  const counts = subs.map((sub) => (sub.quType === QuType.fillIn ? sub.blanks.length : 1))
  // several blanks share the weight of their part, and weights are whole numbers
  const scale = counts.reduce((product, one) => (product % one === 0 ? product : product * one), 1)
  const codes = subs.map((sub, i) => codesOf(sub, (sub.weight * scale) / (counts[i] ?? 1)))
  const marks = [...content.matchAll(/（(\d+)）____/g)].map(([, n]) => Number(n))
  const isRead = subs.every(isNumbered) && marks.length === subs.length && marks.every((n, i) => n === i + 1)
  const lost = lossesOf(subs)
  const analyses = subs.flatMap((sub, i) => (sub.analysis === '' ? [] : [`<p>（${i + 1}）</p>${sub.analysis}`]))
  if (!isRead || analyses.length > 0 || scale > 1 || subs.every((sub) => sub.quType === QuType.fillIn)) lost.push(say('moodleComposite'))
  const whole = isRead
    ? withoutCodes(content).replaceAll(/（(\d+)）____/g, (_all, n: string) => codes[Number(n) - 1]?.join(' ') ?? '')
    : [withoutCodes(content), ...subs.map((sub, i) => partOf(sub, codes[i] ?? [], i + 1))].join('')
  return { content: whole, analysis: [analysis, ...analyses].join(''), lost }
}

function hasForm({ quType, options, blanks }: Sub): boolean {
  if (quType === QuType.fillIn) return blanks.length > 0
  return (quType === QuType.single || quType === QuType.multiple || quType === QuType.trueFalse) && options.every(isPlain)
}

function codesOf({ quType, options, blanks }: Sub, weight: number): string[] {
  if (quType === QuType.fillIn) return blanks.map((blank) => codeOfBlank(blank, weight))
  const answers = options.map((one) => `${one.isRight ? '=' : ''}${escapeCloze(one.content.slice('<p>'.length, -'</p>'.length))}`)
  return [`{${weight}:${quType === QuType.multiple ? 'MULTIRESPONSE' : 'MULTICHOICE'}:${answers.join('~')}}`]
}

/** The stem of a part with its answers in its gaps, or behind it. */
function partOf({ content: given }: Sub, codes: string[], number: number): string {
  const content = withoutCodes(given)
  const gaps = content.match(/[_＿]{2,}/g) ?? []
  let at = 0
  const filled = gaps.length === codes.length ? content.replaceAll(/[_＿]{2,}/g, () => codes[at++] ?? '') : content
  return `<p>（${number}）</p>${filled}${gaps.length === codes.length ? '' : `<p>${codes.join(' ')}</p>`}`
}

function lossesOf(subs: Sub[]): Message[] {
  const all = subs.flatMap((sub) => sub.blanks)
  const has = (test: (sub: Sub) => boolean, message: Message) => (subs.some(test) ? [message] : [])
  return [
    ...has((sub) => sub.quType === QuType.trueFalse, say('moodleComposite')),
    ...has((sub) => Boolean(sub.rule.penalty), say('moodlePenalty')),
    ...has((sub) => sub.options.some((one) => one.pinned), say('moodlePinned')),
    ...has((sub) => sub.quType === QuType.multiple && sub.rule.multiple !== 'share', say('moodleMultipleScoring')),
    ...has((sub) => sub.rule.order === 'any' || sub.rule.credit === 'all', say('moodleBlankScoring')),
    ...(all.some((one) => one.weight !== undefined) ? [say('moodleBlankScoring')] : []),
    ...(all.some((one) => one.compare === 'exact' || one.compare === 'contains') ? [say('moodleBlankCompare')] : []),
    ...(all.some((one) => one.compare === 'number' && splitAlternatives(one.answer).length > 1) ? [say('numberAlternatives')] : []),
  ]
}
