// Moodle's calculated questions: each set of values becomes a question of its own, with the numbers in the text (decision 99).
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { evaluate } from './moodle-formula.format.ts'
import { child, children, content, textIn, type XmlNode } from './moodle-xml.format.ts'

/** Sets of values that become questions; Moodle writes up to 100. */
export const MAX_VARIANTS = 10
const kinds = new Set(['calculated', 'calculatedsimple', 'calculatedmulti'])
export const isCalculated = (kind: string) => kinds.has(kind)

type Values = ReadonlyMap<string, number>
/** A question with one set of values; `kind` is its type without wild cards. */
export type Variant = { node: XmlNode; kind: 'numerical' | 'multichoice'; notes: Message[] }

/** The sets of values by number of item: all wild cards take the item of the same number. */
function setsOf(node: XmlNode): Map<string, { value: number; text: string }>[] {
  const sets = new Map<number, Map<string, { value: number; text: string }>>()
  const definitions = children(child(node, 'dataset_definitions'), 'dataset_definition')
  for (const definition of definitions) {
    const name = textIn(definition, 'name').trim()
    for (const item of children(child(definition, 'dataset_items'), 'dataset_item')) {
      const number = Number(content(child(item, 'number')))
      const text = content(child(item, 'value')).trim()
      const value = Number(text)
      if (text === '' || !Number.isFinite(value) || !Number.isInteger(number)) continue
      const set = sets.get(number) ?? new Map<string, { value: number; text: string }>()
      sets.set(number, set.set(name, { value, text }))
    }
  }
  const whole = [...sets].filter(([, set]) => set.size === definitions.length)
  return whole.toSorted(([one], [other]) => one - other).map(([, set]) => set)
}

/** Digits that Moodle shows of a value in a text. */
const DIGITS = 12
const shown = (value: number) => String(Number(value.toPrecision(DIGITS)))

const inText = /\{=((?:[^{}]|\{[^{}]*\})*)\}|\{([^{}=\s][^{}=]*)\}/g

/** The node with the values in its texts: `{a}` and `{={a}+1}`. */
function withValues(node: XmlNode, set: Map<string, { value: number; text: string }>, values: Values): XmlNode {
  const filled = (text: string) =>
    text.replaceAll(inText, (all, formula?: string, name?: string) => {
      if (name !== undefined) return set.get(name.trim())?.text ?? all
      const value = evaluate(formula ?? '', values)
      return value === undefined ? all : shown(value)
    })
  return Object.fromEntries(
    Object.entries(node).map(([name, inner]) => [
      name,
      name === '#text' && typeof inner === 'string'
        ? filled(inner)
        : Array.isArray(inner)
          ? inner.map((one) => withValues(one, set, values))
          : inner,
    ]),
  )
}

/** A value as Moodle rounds the answer: to decimals (format 1) or to significant figures (2). */
function rounded(value: number, answer: XmlNode): string {
  const length = Number(content(child(answer, 'correctanswerlength')).trim() || '2')
  const digits = Number.isInteger(length) ? Math.min(Math.max(length, 0), DIGITS) : 2
  const isFigures = content(child(answer, 'correctanswerformat')).trim() === '2'
  return String(Number(isFigures ? value.toPrecision(Math.max(1, digits)) : value.toFixed(digits)))
}

/** Moodle's types of tolerance; without one it is relative. */
const Tolerance = { nominal: '2', geometric: '3' } as const

/** The answer with its number in place of its formula, and with an absolute tolerance. */
function answerWith(answer: XmlNode, values: Values, notes: Message[]): XmlNode | undefined {
  const value = evaluate(content(child(answer, 'text')), values)
  if (value === undefined) return undefined
  const given = Math.abs(Number(content(child(answer, 'tolerance')).trim() || '0')) || 0
  const type = content(child(answer, 'tolerancetype')).trim()
  const isGeometric = type === Tolerance.geometric
  if (isGeometric && given > 0) notes.push(say('calculatedGeometric'))
  const tolerance = type === Tolerance.nominal ? given : Math.abs(value) * (isGeometric ? (1 + given - 1 / (1 + given)) / 2 : given)
  // the answer is rounded, the tolerance counts from the exact value
  const text = rounded(value, answer)
  const exact = tolerance + Math.abs(Number(text) - value)
  return { ...answer, text: [{ '#text': text }], tolerance: [{ '#text': shown(exact) }] }
}

/** The variants of a calculated question, or why there are none. */
export function variantsOf(node: XmlNode, type: string): Variant[] | Message {
  const sets = setsOf(node)
  if (sets.length === 0) return say('calculatedWithoutValues')
  const kind = type === 'calculatedmulti' ? 'multichoice' : 'numerical'
  const variants: Variant[] = []
  for (const [at, set] of sets.slice(0, MAX_VARIANTS).entries()) {
    const values = new Map([...set].map(([name, { value }]) => [name, value]))
    const notes = [say('calculatedVariant', { at: at + 1, n: Math.min(sets.length, MAX_VARIANTS), all: sets.length })]
    const filled = withValues(node, set, values)
    if (kind === 'multichoice') {
      variants.push({ node: filled, kind, notes })
      continue
    }
    const answers = children(node, 'answer').map((answer) => answerWith(answer, values, notes))
    const formula = answers.findIndex((answer) => answer === undefined)
    if (formula >= 0) return say('calculatedFormula', { formula: content(child(children(node, 'answer')[formula], 'text')).slice(0, 100) })
    // feedback of an answer may have wild cards too, but is not kept
    variants.push({ node: { ...filled, answer: answers as XmlNode[] }, kind, notes })
  }
  // a formula in the text that could not be evaluated
  const left = variants.map(
    (one) => /\{=(?:[^{}"]|\{[^{}"]*\}){0,100}\}?/.exec(JSON.stringify([one.node.questiontext, one.node.answer]))?.[0],
  )
  const formula = left.find((one) => one !== undefined)
  return formula === undefined ? variants : say('calculatedFormula', { formula })
}
