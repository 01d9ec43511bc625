// Reads the numeric answers of GIFT: a number with a margin, a range, or several of them.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import type { BodyInput } from '../exchange.rules.ts'
import { blankOfNumbers, type NumberAnswer } from '../numbers.format.ts'
import { answersOf } from './gift-text.format.ts'

type Base = { content: string; analysis: string }

/** Rounds off floating-point noise. */
const short = (value: number) => String(Number(value.toPrecision(12)))
const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** `5`, `5:0.1` or `4.9..5.1`; undefined for other text. */
function numberOf(text: string): NumberAnswer | undefined {
  const range = /^(.+?)\.\.(.+)$/.exec(text)
  const [low, high] = range ? [Number(range[1]), Number(range[2])] : [0, 0]
  const [value = '', margin = '0'] = range ? [short((low + high) / 2), short((high - low) / 2)] : text.split(':').map((one) => one.trim())
  return numeric.test(value) && numeric.test(margin) && Number(margin) >= 0 ? { value, tolerance: Number(margin) } : undefined
}

/** A blank with all numbers of full marks. @param text behind the `#` */
export function readNumber(text: string, base: Base): { quType: number; body: BodyInput; notes: Message[] } | Message {
  const given = answersOf(text.trim().startsWith('=') ? text.trim() : `=${text}`)
  // `~#…` is the feedback for every other number
  const answers = given.filter((one) => one.text !== '')
  const full = answers.filter((one) => one.weight === undefined || one.weight === 100)
  const [first, ...others] = full.map((one) => numberOf(one.text.trim()))
  if (full.length === 0) return say('numberWithoutFull')
  if (first === undefined || others.includes(undefined)) return say('numberNotANumber')
  const { blank, notes } = blankOfNumbers([first, ...others.filter((one) => one !== undefined)])
  if (full.length < answers.length) notes.push(say('numberFullOnly'))
  if (given.some((one) => one.feedback !== '')) notes.push(say('feedbackSkipped'))
  return { quType: QuType.fillIn, body: { ...base, blanks: [blank] }, notes }
}
