// The answers of the blanks in a sheet, compared with the gaps of the stem.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'

const drawn = /[_＿]{2,}/g
const brackets = /[（(][\s\u3000]*[)）]/g
/** The number of gaps that a stem shows: lines, or else empty brackets. */
export const gapsIn = (stem: string): number => (stem.match(drawn) ?? stem.match(brackets) ?? []).length

/** Certain separators, then those that may also stand within an answer. */
const certain = [/(?<!\\)[；;]/, /(?<!\|)[|｜](?!\|)/]
const likely = [/\s*(?:^|\s)(?:[（(]?\d{1,2}[)）.．、]|第\d{1,2}空[:：]?)\s*/, /[、，,]/, /\s+/]

const partsOf = (text: string, between: RegExp) =>
  text
    .split(between)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/**
 * The answers of a text without the separators of the template, for so many gaps. The message tells that they were separated by a sign
 * that may also be part of an answer, or that their number is not that of the gaps.
 */
export function answersFor(text: string, gaps: number): { answers: string[]; told?: Message } {
  if (gaps < 2) return { answers: [text] }
  const fitting = (all: RegExp[]) => all.map((one) => partsOf(text, one)).find((parts) => parts.length === gaps)
  const sure = fitting(certain)
  if (sure) return { answers: sure }
  const guess = fitting(likely)
  return guess
    ? { answers: guess, told: say('blanksGuessed', { n: gaps }) }
    : { answers: [text], told: say('blanksUnequal', { gaps, answers: 1 }) }
}
