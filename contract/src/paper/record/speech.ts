// Times of a recording in which its microphone heard something like speech: a hint where to listen, found in the browser.
/** Milliseconds since the recorder began. */
export type Spoken = [from: number, to: number]

/** Times of one piece. */
export const MOST_SPOKEN = 40
const SPOKEN = /^\d{1,9}-\d{1,9}$/

/** As the address of a piece carries them: `1200-5400,8000-12000`. */
export const spokenText = (spoken: readonly Spoken[]): string =>
  spoken
    .slice(0, MOST_SPOKEN)
    .map(([from, to]) => `${Math.max(0, Math.round(from))}-${Math.max(0, Math.round(to))}`)
    .join(',')

/** The times of such a text; those of another form are left out. */
export const spokenOf = (text: string): Spoken[] =>
  text
    .split(',', MOST_SPOKEN)
    .filter((one) => SPOKEN.test(one))
    .map((one) => one.split('-').map(Number) as Spoken)
