// What gives points to the responses of a QTI 1.2 item.
import { type Element, elements, named, textOf, within } from './qti-tree.format.ts'

/** An accepted value, or a bound of a number; `condition`: the index of the condition, which may have several of them. */
export type Key = { response: string; value: string; points: number; bound: 'equal' | 'low' | 'high'; condition: number; isCase?: boolean }

const bounds: Record<string, Key['bound']> = { varequal: 'equal', vargte: 'low', vargt: 'low', varlte: 'high', varlt: 'high' }
const conditionsIn = (node: Element | undefined): Element[] =>
  elements(node).flatMap((one) => (one.name === 'not' ? [] : bounds[one.name] ? [one] : conditionsIn(one)))

const scored = (condition: Element) =>
  Math.max(0, ...named(condition, 'setvar').map((one) => (/max/i.test(textOf(one)) ? 100 : Number(textOf(one)) || 0)))
/** Blackboard marks the right answer by its feedback. */
const showsCorrect = (condition: Element) =>
  named(condition, 'displayfeedback').some((one) => /^correct$/i.test(one.attributes.linkrefid ?? ''))

/** The values that get points. A condition with the title `correct`, or where nothing sets points with that feedback, gets full points. */
export function keysOf(item: Element): Key[] {
  const conditions = within(item, new Set(['respcondition']))
  const isScored = conditions.some((one) => scored(one) > 0)
  return conditions.flatMap((condition, at) => {
    const isCorrect = condition.attributes.title === 'correct' || (!isScored && showsCorrect(condition))
    const points = isCorrect ? Math.max(scored(condition), 100) : scored(condition)
    if (points <= 0) return []
    return conditionsIn(named(condition, 'conditionvar')[0]).map((one) => ({
      response: one.attributes.respident ?? '',
      value: textOf(one).trim(),
      points,
      bound: bounds[one.name] ?? 'equal',
      condition: at,
      ...(one.attributes.case?.toLowerCase() === 'yes' ? { isCase: true } : {}),
    }))
  })
}
