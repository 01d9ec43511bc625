// The numbers that a QTI 1.2 item accepts: exact ones with a margin, and ranges.
import { isMessage, type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import type { BodyInput } from '../exchange.rules.ts'
import { blankOfNumbers, type NumberAnswer } from '../numbers.format.ts'
import type { Key } from './qti12-keys.format.ts'

/** Rounds off floating-point noise. */
const short = (value: number) => Number(value.toPrecision(12))

/** The numbers of one condition: its exact values, with its bounds as their margin, or the middle of its bounds. */
function numbersOf(keys: Key[]): NumberAnswer[] | Message {
  const of = (bound: Key['bound']) => keys.filter((one) => one.bound === bound).map((one) => Number(one.value))
  const exact = of('equal')
  const [low, high] = [of('low')[0], of('high')[0]]
  if ([...exact, low ?? 0, high ?? 0].some((one) => !Number.isFinite(one)) || keys.some((one) => one.value === ''))
    return say('numberNotANumber')
  if (low === undefined || high === undefined) {
    // one bound alone is no number
    return exact.length === 0 ? say('numberNotANumber') : exact.map((one) => ({ value: String(short(one)), tolerance: 0 }))
  }
  const [middle = (low + high) / 2, ...others] = exact
  const tolerance = short(Math.max(high - middle, middle - low, 0))
  return [middle, ...others].map((one) => ({ value: String(short(one)), tolerance }))
}

/** A blank with the numbers that get the most points. */
export function numberOf(keys: Key[]): { quType: number; body: Partial<BodyInput>; notes: Message[] } | Message {
  const best = Math.max(0, ...keys.map((one) => one.points))
  const full = keys.filter((one) => one.points === best)
  const all: NumberAnswer[] = []
  for (const condition of Map.groupBy(full, (one) => one.condition).values()) {
    const numbers = numbersOf(condition)
    if (isMessage(numbers)) return numbers
    all.push(...numbers)
  }
  const [first, ...others] = all
  if (!first) return say('numberWithoutFull')
  const { blank, notes } = blankOfNumbers([first, ...others])
  if (full.length < keys.length) notes.push(say('numberFullOnly'))
  return { quType: QuType.fillIn, body: { blanks: [blank] }, notes }
}
