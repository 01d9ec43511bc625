// The scale of a line chart: round steps and places of points, as pure functions.

const STEPS = 4
const LABEL_WIDTH = 46

/**
 * The marks of an axis from 0 to at least the largest value, in steps of 1, 2 or 5 times a power of ten, whole numbers.
 * @param values not negative
 */
export function marksOf(values: readonly number[]): number[] {
  const rough = Math.max(...values, 1) / STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power)
  const count = Math.max(1, Math.ceil(Math.max(...values, 0) / step))
  return Array.from({ length: count + 1 }, (_mark, at) => at * step)
}

/** The place of the `at`th of `count` points on a line of this length; a single one stands in its middle. */
export const placeOf = (at: number, count: number, length: number): number => (count < 2 ? length / 2 : (at * length) / (count - 1))

/** The point nearest to a place. */
export const nearest = (x: number, count: number, length: number): number =>
  count < 2 ? 0 : Math.min(count - 1, Math.max(0, Math.round((x * (count - 1)) / length)))

/** Each how many days a date is written below, so that dates do not touch. */
export const dateEvery = (count: number, length: number): number => Math.max(1, Math.ceil((count * LABEL_WIDTH) / Math.max(length, 1)))
