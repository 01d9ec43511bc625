// Compares a day's books with a payment service's.
import type { BillLine } from '../gateway/bill.rules.ts'

/** A payment or, negative, a refund by our books; `no` is the trade's or the refund's number. */
export type OwnLine = { no: string; amount: number; currency: string }
export type Diff = { no: string; kind: 'ours' | 'theirs' | 'amount' | 'settled'; ours: number; theirs: number; currency: string }

/** What differs, by number. A number that is twice in the bill counts with its sum. */
export function compareBooks(ours: readonly OwnLine[], theirs: readonly Pick<BillLine, 'no' | 'amount' | 'currency'>[]): Diff[] {
  const sums = new Map<string, { ours: number; theirs: number; currency: string; inOurs: boolean; inTheirs: boolean }>()
  const at = (no: string, currency: string) => {
    const found = sums.get(no) ?? { ours: 0, theirs: 0, currency, inOurs: false, inTheirs: false }
    sums.set(no, found)
    return found
  }
  for (const { no, amount, currency } of ours) {
    const sum = at(no, currency)
    sum.ours += amount
    sum.inOurs = true
  }
  for (const { no, amount, currency } of theirs) {
    const sum = at(no, currency)
    sum.theirs += amount
    sum.inTheirs = true
  }
  return [...sums].flatMap(([no, { inOurs, inTheirs, ...sum }]): Diff[] => {
    if (inOurs && inTheirs && sum.ours === sum.theirs) return []
    return [{ no, kind: inOurs && inTheirs ? 'amount' : inOurs ? 'ours' : 'theirs', ...sum }]
  })
}
