// What each response of an item counts, as its response processing says.
import { type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { type Element, elements, named, textOf, within } from './qti-tree.format.ts'

/** Points by response; `isJoint`: points are given for several responses together. */
export type Points = { of: ReadonlyMap<string, number>; isJoint: boolean }

const idsIn = (node: Element, declared: ReadonlyMap<string, Element>) =>
  new Set(
    within(node, new Set(['variable', 'mapResponse', 'mapResponsePoint']))
      .map((one) => one.attributes.identifier ?? '')
      .filter((id) => declared.has(id)),
  )
const numbersIn = (node: Element) => within(node, new Set(['baseValue'])).map((one) => Number(textOf(one)))

/** The most points that the mapping of a response gives. */
function mostOf(declaration: Element | undefined): number {
  const [mapping] = named(declaration, 'mapping')
  const values = named(mapping, 'mapEntry')
    .map((one) => Number(one.attributes.mappedValue))
    .filter((one) => one > 0)
  const most = declaration?.attributes.cardinality === 'single' ? Math.max(0, ...values) : values.reduce((sum, one) => sum + one, 0)
  return Math.min(most, Number(mapping?.attributes.upperBound ?? most))
}

/** The points that a rule adds to SCORE: a number, or what a mapping gives, times a number. */
function addedBy(rule: Element, declared: ReadonlyMap<string, Element>): number {
  const [mapped] = within(rule, new Set(['mapResponse']))
  if (!mapped) return Math.max(0, ...numbersIn(rule))
  const factor = within(rule, new Set(['product'])).flatMap(numbersIn)[0] ?? 1
  return factor * mostOf(declared.get(mapped.attributes.identifier ?? ''))
}

/** Reads the rules of an item; a standard template has none. */
export function pointsOf(root: Element, declared: ReadonlyMap<string, Element>): Points {
  const found = new Map<string, number>()
  let isJoint = false
  for (const rule of elements(named(root, 'responseProcessing')[0])) {
    const sets = rule.name === 'setOutcomeValue' ? [rule] : within(rule, new Set(['setOutcomeValue']))
    const scoring = sets.filter((one) => one.attributes.identifier === 'SCORE')
    const points = Math.max(0, ...scoring.map((one) => addedBy(one, declared)))
    const ids = [...idsIn(rule, declared)]
    const [only] = ids
    if (points === 0 || only === undefined) continue
    if (ids.length > 1) isJoint = true
    else found.set(only, Math.max(points, found.get(only) ?? 0))
  }
  return { of: found, isJoint }
}

const MAX_SCALE = 60
const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** The smallest whole numbers in the same proportion; undefined if there are none. */
function wholes(values: number[]): number[] | undefined {
  for (let scale = 1; scale <= MAX_SCALE; scale++) {
    const scaled = values.map((one) => one * scale)
    const rounded = scaled.map(Math.round)
    if (scaled.some((one, i) => Math.abs(one - (rounded[i] ?? 0)) > 1e-3 || rounded[i] === 0)) continue
    const common = rounded.reduce(divisor)
    return rounded.map((one) => one / common)
  }
  return undefined
}

/**
 * The weights of parts by the responses of each; all 1 where the rules do not say what each part counts. The message tells that the rules
 * say more than is kept.
 */
export function weightsOf(parts: string[][], { of, isJoint }: Points): { weights: number[]; notes: Message[] } {
  const known = parts.map((ids) => (ids.every((id) => of.has(id)) ? ids.reduce((sum, id) => sum + (of.get(id) ?? 0), 0) : undefined))
  const values = known.filter((one) => one !== undefined)
  const weights = values.length === parts.length ? wholes(values) : undefined
  const level = parts.map(() => 1)
  if (isJoint) return { weights: level, notes: [say('qtiJointScoring')] }
  if (weights) return { weights, notes: [] }
  return { weights: level, notes: new Set(values).size > 1 ? [say('qtiWeightsLevelled')] : [] }
}
