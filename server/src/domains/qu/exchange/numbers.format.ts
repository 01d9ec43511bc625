// Numbers with several answers of full marks, which a blank keeps as alternatives with one tolerance.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'

/** `value`: a number as text; `tolerance`: not negative. */
export type NumberAnswer = { value: string; tolerance: number }
type NumberBlank = { answer: string; compare: 'number'; tolerance: number }

/** The blank for the first answer and all others with its tolerance; a message tells how many others were left out. */
export function blankOfNumbers(all: [NumberAnswer, ...NumberAnswer[]]): { blank: NumberBlank; notes: Message[] } {
  const [{ tolerance }] = all
  const kept = [...new Set(all.filter((one) => one.tolerance === tolerance).map((one) => one.value))]
  const isKept = (one: NumberAnswer) => kept.includes(one.value) && one.tolerance <= tolerance
  const lost = all.filter((one) => !isKept(one)).length
  const notes = lost > 0 ? [say('numbersLost', { n: lost })] : []
  return { blank: { answer: kept.join('||'), compare: 'number', tolerance }, notes }
}
