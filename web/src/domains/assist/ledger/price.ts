// What requests cost, in yuan.
import type { AssistState } from './SentNote.tsx'

const MILLION = 1_000_000
const SMALLEST = 0.0001

/** A sum with two decimals, a small one with two digits that count. */
export function yuanText(cost: number): string {
  if (cost === 0) return '0'
  if (cost >= 0.1) return cost.toFixed(2)
  return cost < SMALLEST ? `<${SMALLEST}` : String(Number(cost.toPrecision(2)))
}

/** What tokens cost; null where the provider has no price. */
export const costOf = ({ price }: AssistState, tokensIn: number, tokensOut: number): number | null =>
  price && (tokensIn * price.in + tokensOut * price.out) / MILLION
