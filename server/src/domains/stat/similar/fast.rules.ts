// Right answers that came much faster than the question and the person's pace explain: lognormal times (W. J. van der Linden, JEBS 31, 2006).

/** Shown from this share of a person's right answers, and this number, on. A probability is not computed: see docs/similar.md. */
export const FAST = { share: 0.35, least: 8 }
const FAR = -2
/** The place of the 70 % quantile of a standard normal distribution. */
const Q70 = 0.5244
const LEAST_TIMES = 10
/** Makes the median absolute deviation the standard deviation of a normal distribution. */
const MAD = 1.4826

/** By person and item: seconds, 0 where not measured; 1 right, 0 wrong, −1 without answer. */
export type Times = { people: number; items: number; seconds: Float64Array; right: Int8Array }

const quantile = (values: readonly number[], share: number) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}

/**
 * For each person the share of right answers far below the expected time; null for people with too few times.
 * The pace is that of a person's slower answers (70 % quantile), so that even many known answers do not become the pace.
 */
export function fastShares({ people, items, seconds, right }: Times): ({ share: number; count: number } | null)[] {
  const logs = seconds.map((one) => (one > 0 ? Math.log(one) : Number.NaN))
  const ofItem = (item: number) =>
    Array.from({ length: people }, (_, person) => logs[person * items + item]!).filter((one) => !Number.isNaN(one))
  const middles = Array.from({ length: items }, (_, item) => quantile(ofItem(item), 0.5))
  const ofPerson = (person: number) =>
    Array.from({ length: items }, (_, item) => logs[person * items + item]! - middles[item]!).filter((one) => !Number.isNaN(one))
  const paces = Array.from({ length: people }, (_, person) => quantile(ofPerson(person), 0.5))
  const spreads = Array.from({ length: items }, (_, item) => {
    const off = Array.from({ length: people }, (_, person) => Math.abs(logs[person * items + item]! - middles[item]! - paces[person]!))
    return (
      Math.max(
        0.1,
        quantile(
          off.filter((one) => !Number.isNaN(one)),
          0.5,
        ),
      ) * MAD
    )
  })
  return Array.from({ length: people }, (_, person) => {
    const places: { residual: number; right: boolean }[] = []
    for (let item = 0; item < items; item++) {
      const at = person * items + item
      if (Number.isNaN(logs[at]!) || right[at]! < 0) continue
      places.push({ residual: (logs[at]! - middles[item]!) / spreads[item]!, right: right[at] === 1 })
    }
    const rights = places.filter((one) => one.right)
    if (places.length < LEAST_TIMES || rights.length === 0) return null
    const pace =
      quantile(
        places.map((one) => one.residual),
        0.7,
      ) - Q70
    const count = rights.filter((one) => one.residual - pace < FAR).length
    return { share: count / rights.length, count }
  })
}

export const isFast = ({ share, count }: { share: number; count: number }) => share >= FAST.share && count >= FAST.least
