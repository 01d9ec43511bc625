// Response processing: one of the standard templates where it fits, else written out.

/** How one response is marked: equal to the correct one, by its mapping, or as a number. */
export type Response = {
  id: string
  how: 'match' | 'map' | 'number'
  /** margin of a number */ tolerance?: number
  /** share of the score */ factor: number
}

const templates = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates'
export const FEEDBACK = 'ANALYSIS'

const float = (value: number) => `<qti-base-value base-type="float">${value}</qti-base-value>`
const plus = (value: string) =>
  `<qti-set-outcome-value identifier="SCORE"><qti-sum><qti-variable identifier="SCORE"/>${value}</qti-sum></qti-set-outcome-value>`
const feedback = `<qti-set-outcome-value identifier="FEEDBACK"><qti-base-value base-type="identifier">${FEEDBACK}</qti-base-value></qti-set-outcome-value>`

/**
 * The processing of an item; empty if nothing is marked or shown. The standard templates read a single response named RESPONSE and set
 * no feedback: anything else is written out.
 */
export function processingOf(responses: Response[], hasFeedback: boolean): string {
  const [only] = responses
  if (!only && !hasFeedback) return ''
  if (only && responses.length === 1 && only.id === 'RESPONSE' && only.how !== 'number' && only.factor === 1 && !hasFeedback)
    return `<qti-response-processing template="${templates}/${only.how === 'map' ? 'map_response' : 'match_correct'}.xml"/>`
  return `<qti-response-processing>${responses.map(ruleOf).join('')}${hasFeedback ? feedback : ''}</qti-response-processing>`
}

function ruleOf({ id, how, tolerance, factor }: Response): string {
  if (how === 'map') {
    const points = `<qti-map-response identifier="${id}"/>`
    return plus(factor === 1 ? points : `<qti-product>${float(factor)}${points}</qti-product>`)
  }
  const both = `<qti-variable identifier="${id}"/><qti-correct identifier="${id}"/>`
  const mode = tolerance ? `tolerance-mode="absolute" tolerance="${tolerance} ${tolerance}"` : 'tolerance-mode="exact"'
  const test = how === 'number' ? `<qti-equal ${mode}>${both}</qti-equal>` : `<qti-match>${both}</qti-match>`
  return `<qti-response-condition><qti-response-if>${test}${plus(float(factor))}</qti-response-if></qti-response-condition>`
}
