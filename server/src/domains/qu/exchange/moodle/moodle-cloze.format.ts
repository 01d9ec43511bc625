// Parses and writes Moodle's embedded answers (docs.moodle.org, *Embedded Answers (Cloze)*).
import { type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { type Blank, QuType, type QuestionBody } from '@shuyuan/contract/qu/content.ts'
import type * as z from 'zod'
import { plainText } from '../../../../kernel/richtext.ts'
import { escapeWildcards, literalAnswer } from '../exchange-text.format.ts'
import { type BodyInput, optionsOf } from '../exchange.rules.ts'
import { blankOfNumbers } from '../numbers.format.ts'

type Common = { content: string; analysis: string }
type BlankInput = z.input<typeof Blank>
type Part = {
  weight: number
  kind: 'text' | 'number' | 'single' | 'multiple'
  isExact: boolean
  answers: { text: string; share: number; hasFeedback: boolean }[]
}

const gap = /\{(\d*):([A-Z_]+):((?:\\.|[^}\\])*)\}/g
const kinds: [Part['kind'], RegExp][] = [
  ['text', /^(SHORTANSWER|SA|MW)(_C|C)?$/],
  ['number', /^(NUMERICAL|NM)$/],
  ['multiple', /^(MULTIRESPONSE|MR|MRH|MRS|MRHS)(_\w+)?$/],
  ['single', /^(MULTICHOICE|MC|MCV|MCH|MCS|MCVS|MCHS)(_\w+)?$/],
]

function partOf(weight: string, name: string, body: string): Part | null {
  const kind = kinds.find(([, pattern]) => pattern.test(name))?.[0]
  if (!kind) return null
  const answers = body.split(/(?<!\\)~/).map((one) => {
    const read = /^(=|%(-?[\d.]+)%)?([\s\S]*)$/.exec(one.trim())
    const share = read?.[1] === '=' ? 100 : Number(read?.[2] ?? 0)
    const [text = '', ...feedback] = (read?.[3] ?? '').split(/(?<!\\)#/)
    return { text: text.replaceAll(/\\([~#}"/\\=])/g, '$1').trim(), share, hasFeedback: feedback.join('').trim() !== '' }
  })
  return { weight: Number(weight || '1') || 1, kind, isExact: /^(SHORTANSWER_C|SAC|MWC)$/.test(name), answers }
}

/** Stands for an embedded answer in the stem, which may have gap signs of its own. */
const PLACE = '\uE010'
const typed = (text: string) => literalAnswer(plainText(text.replaceAll(/<\/?[a-z][^>]*>/gi, '')))
const isWild = ({ kind, answers }: Part) => kind === 'text' && answers.some((one) => one.share >= 100 && typed(one.text).isWild)
/** Texts of choices are HTML. */
const htmlOf = (text: string) => (/^<(?:p|div|ul|ol|table)\b/i.test(text) ? text : `<p>${text}</p>`)

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))
const isUneven = ({ answers }: Part) => new Set(answers.filter((one) => one.share > 0).map((one) => one.share)).size > 1

const blankOf = ({ kind, isExact, answers }: Part): BlankInput => {
  const full = fullOf({ answers })
  if (kind === 'text')
    return {
      answer: full.map((one) => typed(one).answer.replaceAll('||', String.raw`\||`)).join('||'),
      ...(isExact ? { caseSensitive: true } : {}),
    }
  return numbersOf(full).blank
}

function numbersOf(full: string[]) {
  const [first = { value: '', tolerance: 0 }, ...others] = full.map((one) => {
    const [value = '', tolerance = '0'] = one.split(':').map((part) => part.trim())
    return { value, tolerance: Math.abs(Number(tolerance)) || 0 }
  })
  return blankOfNumbers([first, ...others])
}
const fullOf = ({ answers }: Pick<Part, 'answers'>) => answers.filter((one) => one.share >= 100).map((one) => one.text)

/** Text and number gaps make a fill-in question; gaps with choices make a composite with one sub-question per gap. */
export function readCloze({ content, analysis }: Common): { quType: number; body: BodyInput; notes: Message[] } | Message {
  const parts: Part[] = []
  let unsupported = ''
  const stem = content.replaceAll(gap, (_all, weight: string, name: string, body: string) => {
    const part = partOf(weight, name, body)
    if (!part) unsupported = name
    else parts.push(part)
    return PLACE
  })
  if (unsupported !== '') return say('clozeKindUnknown', { kind: unsupported })
  if (parts.length === 0) return say('clozeNoBlank')
  const isWrongNumber = (one: Part) => one.kind === 'number' && !(blankOf(one).answer ?? '').split('||').every(isNumber)
  if (parts.some(isWrongNumber)) return say('numberNotANumber')
  const notes = parts.some((part) => part.answers.some((one) => one.share > 0 && one.share < 100) && part.kind !== 'multiple')
    ? [say('partialAnswersSkipped')]
    : []
  if (parts.some((part) => part.answers.some((one) => one.hasFeedback))) notes.push(say('feedbackSkipped'))
  for (const part of parts) if (part.kind === 'number') notes.push(...numbersOf(fullOf(part)).notes)
  if (parts.some(isWild)) notes.push(say('wildcardsPlain'))
  if (parts.some((part) => part.kind === 'multiple' && isUneven(part))) notes.push(say('sharesLevelled'))
  if (parts.every((part) => part.kind === 'text' || part.kind === 'number')) {
    // equal weights are the default
    const isWeighted = parts.some((part) => part.weight !== parts[0]?.weight)
    if (isWeighted) notes.push(say('clozeWeightsLevelled'))
    return { quType: QuType.fillIn, body: { content: stem.replaceAll(PLACE, '____'), analysis, blanks: parts.map(blankOf) }, notes }
  }
  let number = 0
  const numbered = stem.replaceAll(PLACE, () => `（${++number}）____`)
  const subs = parts.map((part, i) => ({ id: '', weight: part.weight, ...subOf(part, i + 1) }))
  return { quType: QuType.composite, body: { content: numbered, analysis, subs }, notes }
}

function subOf(part: Part, number: number): { quType: number } & BodyInput {
  const stem = `<p>第（${number}）空</p>`
  if (part.kind === 'text' || part.kind === 'number') return { quType: QuType.fillIn, content: stem, blanks: [blankOf(part)] }
  const options = optionsOf(part.answers.map((one) => ({ content: htmlOf(one.text), isRight: one.share > 0 })))
  if (part.kind === 'multiple') return { quType: QuType.multiple, content: stem, options, rule: { multiple: 'share' } }
  const best = part.answers.findIndex((one) => one.share >= 100)
  return { quType: QuType.single, content: stem, options: options.map((one, i) => ({ ...one, isRight: i === best })) }
}

/** HTML whose text has no embedded answer. */
export const withoutCodes = (html: string) => html.replaceAll(/\{(?=\d*:[A-Z_]+:)/g, '&#123;')
const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const escapeCloze = (text: string) => text.replaceAll(/[~#}"/\\=]/g, String.raw`\$&`)

/** A blank as an embedded answer. */
export function codeOfBlank({ answer, compare, tolerance, caseSensitive }: Blank, weight: number): string {
  const answers = splitAlternatives(answer)
  if (compare === 'number') return `{${weight}:NUMERICAL:=${answers[0] ?? ''}:${tolerance ?? 0}}`
  const name = caseSensitive ? 'SHORTANSWER_C' : 'SHORTANSWER'
  return `{${weight}:${name}:${answers.map((one) => `=${escapeCloze(escapeHtml(escapeWildcards(one)))}`).join('~')}}`
}

/** The stem with embedded answers: in its own gaps if their number matches, else after the stem. */
export function writeCloze({ content: given, blanks }: QuestionBody): string {
  const content = withoutCodes(given)
  const codes = blanks.map((blank) => codeOfBlank(blank, 1))
  const gaps = content.match(/[_＿]{2,}/g) ?? []
  if (gaps.length !== codes.length) return `${content}<p>${codes.join(' ')}</p>`
  let at = 0
  return content.replaceAll(/[_＿]{2,}/g, () => codes[at++] ?? '')
}
