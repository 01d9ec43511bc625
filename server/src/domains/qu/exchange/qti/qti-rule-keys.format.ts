// Keys that stand only in the response processing of an item: values and bounds with which the answer is compared.
import { type Element, elements, named, textOf, within } from './qti-tree.format.ts'

/** What the rules accept of a response: values, or the middle of a range with its margin. */
type RuleKey = { values: string[]; low?: number; high?: number; points: number }

const compared = new Set(['match', 'equal', 'stringMatch', 'member'])
const bounds: Record<string, 'low' | 'high'> = { gte: 'low', gt: 'low', lte: 'high', lt: 'high' }

/** The most points that a branch gives. */
const pointsOf = (branch: Element) =>
  Math.max(
    0,
    ...named(branch, 'setOutcomeValue')
      .filter((one) => /score/i.test(one.attributes.identifier ?? ''))
      .flatMap((one) => within(one, new Set(['baseValue'])).map((value) => Number(textOf(value)) || 0)),
  )

/** The comparisons of a condition, but not what must not hold. */
const comparisonsIn = (node: Element): Element[] =>
  elements(node).flatMap((one) =>
    one.name === 'not' || one.name === 'setOutcomeValue' || one.name.startsWith('response')
      ? []
      : compared.has(one.name) || bounds[one.name]
        ? [one]
        : comparisonsIn(one),
  )

const branches = new Set(['responseIf', 'responseElseIf'])

/** The keys by response, from the branches that give the most points. */
function keysOf(root: Element): Map<string, RuleKey> {
  const found = new Map<string, RuleKey>()
  for (const branch of within(named(root, 'responseProcessing')[0], branches)) {
    const points = pointsOf(branch)
    for (const one of points > 0 ? comparisonsIn(branch) : []) {
      const [variable] = named(one, 'variable')
      const [base] = named(one, 'baseValue')
      const id = variable?.attributes.identifier
      if (id === undefined || !base) continue
      const known = found.get(id)
      if (known && known.points > points) continue
      const key = known && known.points === points ? known : { values: [], points }
      const value = textOf(base).trim()
      const bound = bounds[one.name]
      if (bound) key[bound] = Number(value)
      else key.values.push(value)
      found.set(id, key)
    }
  }
  return found
}

const element = (name: string, children: Element['children']): Element => ({ name, attributes: {}, children })
const hasKey = (declaration: Element) =>
  named(named(declaration, 'correctResponse')[0], 'value').length > 0 ||
  within(declaration, new Set(['mapEntry'])).some((one) => Number(one.attributes.mappedValue ?? '0') > 0)

/** Rounds off floating-point noise. */
const short = (value: number) => Number(value.toPrecision(12))

/** The declarations of an item; those without a key have the one of the rules as their correct response. `margins`: of ranges, by response. */
export function withRuleKeys(root: Element): { declarations: Map<string, Element>; margins: Map<string, number> } {
  const margins = new Map<string, number>()
  const given = named(root, 'responseDeclaration')
  const keys = given.every(hasKey) ? new Map<string, RuleKey>() : keysOf(root)
  const declarations = given.map((one): [string, Element] => {
    const id = one.attributes.identifier ?? ''
    const key = keys.get(id)
    if (!key || hasKey(one)) return [id, one]
    const { low, high } = key
    const isRange = low !== undefined && high !== undefined && key.values.length === 0 && Number.isFinite(low + high)
    const values = isRange ? [String(short((low + high) / 2))] : [...new Set(key.values)]
    if (isRange) margins.set(id, short((high - low) / 2))
    const right = element(
      'correctResponse',
      values.map((value) => element('value', [value])),
    )
    return [id, { ...one, children: [...one.children, right] }]
  })
  return { declarations: new Map(declarations), margins }
}
