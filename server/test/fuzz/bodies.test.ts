// What every input schema does with bodies of another kind: it refuses them, and its checks do not fail on them.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { seededRandom } from '../../src/domains/paper/question/random.rules.ts'
import { served } from '../../src/domains.ts'
import { bodyOf } from './bodies.ts'
import { limits, spoil } from './values.ts'

const inputs = served.map((one) => one.endpoint).filter((one) => one.kind !== 'callback')
const BODIES = 40
const INT4 = 2_147_483_647

test('no schema fails on a list, a text, a number or a spoilt body', () => {
  const random = seededRandom(8)
  const found: string[] = []
  for (const { path, input } of inputs) {
    const made = () => bodyOf(input, { random, idsFor: () => ['1', '2'], path })
    const bodies = [[], [[]], 'x', 0, null, true, [{}], ...Array.from({ length: BODIES }, () => spoil(made(), random, ['1', '2']))]
    for (const body of bodies)
      try {
        input.safeParse(body)
      } catch (error) {
        found.push(`${path} ${JSON.stringify(body)?.slice(0, 200)}: ${String(error)}`)
      }
  }
  expect(found).toEqual([])
})

type Described = {
  type?: string
  minimum?: number
  maximum?: number
  const?: unknown
  enum?: unknown
  properties?: Record<string, Described>
  items?: Described
  anyOf?: Described[]
  allOf?: Described[]
  oneOf?: Described[]
  $ref?: string
}

/** Paths of whole numbers that no column of whole numbers holds. */
function tooWide({ input }: Endpoint): string[] {
  const whole = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Described & { $defs?: Record<string, Described> }
  const seen = new Set<Described>()
  const walk = (schema: Described | undefined, at: string): string[] => {
    if (!schema || seen.has(schema)) return []
    seen.add(schema)
    const isWide =
      schema.type === 'integer' &&
      schema.const === undefined &&
      schema.enum === undefined &&
      ((schema.maximum ?? Infinity) > INT4 || (schema.minimum ?? -Infinity) < -INT4 - 1)
    return [
      ...(isWide ? [at] : []),
      ...walk(whole.$defs?.[schema.$ref?.split('/').at(-1) ?? ''], at),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => walk(inner, `${at}.${name}`)),
      ...[schema.items, ...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])].flatMap((inner) => walk(inner, at)),
    ]
  }
  return walk(whole, '')
}

test('whole numbers of bodies fit a column of whole numbers, but those that are stored as JSON', () => {
  const found = inputs.flatMap((one) => tooWide(one).map((at) => `${one.path} ${at}`))
  // questions are documents; `t` is the time of the client, which is not stored
  expect(found.filter((line) => !/ \.(body|key)\./.test(line))).toEqual([])
  expect(limits).toContain(INT4 + 1)
})
