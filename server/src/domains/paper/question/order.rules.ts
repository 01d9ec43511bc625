// The order in which a paper shows options and right items of a question, as a text of letters: `BDAC` has the bank's second option first.
import { type QuestionBody, QuType, type SimpleQuestion } from '@shuyuan/contract/qu/content.ts'
import { type Random, shuffled, shuffledAround } from './random.rules.ts'

/** Stands between the question itself and each of its sub-questions. */
export const BETWEEN_PARTS = ';'
/** Stands before the order of the right items of a matching question. */
const RIGHT = '/'
const FIRST = 'A'.charCodeAt(0)

type Items = Pick<SimpleQuestion, 'options' | 'right'>

/** @returns the places that the items had before, as letters; '' if they have not moved */
function lettersOf<T>(before: readonly T[], after: readonly T[]): string {
  let letters = ''
  let moved = false
  for (let at = 0; at < after.length; at++) {
    const place = before.indexOf(after[at]!)
    moved ||= place !== at
    letters += String.fromCharCode(FIRST + place)
  }
  return moved ? letters : ''
}

function drawPart(quType: number, { options, right }: Items, optionShuffle: boolean, random: Random): string {
  // readers expect 对 before 错
  const mixed = optionShuffle && quType !== QuType.trueFalse
  const ofOptions = mixed ? lettersOf(options, shuffledAround(options, random)) : ''
  // in the bank's order, partners are often side by side
  const ofRight = lettersOf(right, shuffled(right, random))
  return ofRight === '' ? ofOptions : `${ofOptions}${RIGHT}${ofRight}`
}

/** Draws the order of a question and of its sub-questions; '' is the order of the bank. */
export function drawOrder({ quType, body }: { quType: number; body: QuestionBody }, optionShuffle: boolean, random: Random): string {
  const own = drawPart(quType, body, optionShuffle, random)
  if (quType !== QuType.composite) return own
  const parts = [own, ...body.subs.map((sub) => drawPart(sub.quType, sub, optionShuffle, random))]
  return parts.every((one) => one === '') ? '' : parts.join(BETWEEN_PARTS)
}

function inOrder<T>(items: readonly T[], letters: string): readonly T[] {
  if (letters === '') return items
  const ordered: T[] = []
  for (let at = 0; at < letters.length; at++) ordered.push(items[letters.charCodeAt(at) - FIRST]!)
  return ordered
}

/** The items of a question, or of one of its parts, in this order. */
export function orderedItems({ options, right }: Items, order: string) {
  const at = order.indexOf(RIGHT)
  if (at < 0) return { options: inOrder(options, order), right }
  return { options: inOrder(options, order.slice(0, at)), right: inOrder(right, order.slice(at + 1)) }
}
