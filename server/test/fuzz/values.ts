// Values that a body may hold: usual ones that pass schemas, and hostile ones.
import type { Random } from '../../src/domains/paper/question/random.rules.ts'

export const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)] as T
export const chance = (share: number, random: Random) => random() < share
const letter = (code: number) => String.fromCharCode(code)
const NUL = letter(0)

/** Texts of the usual forms; a schema accepts some of them. No address is outside this machine. */
export const usual: readonly string[] = [
  '1',
  '甲乙',
  'abc',
  'Crane-2026-xy',
  '13900000000',
  'a@b.example',
  '2026-11-22 10:00:00',
  '2026-11-22',
  '2026-11',
  '10:30',
  '12.50',
  '#3366ff',
  'https://site.invalid/x',
  '/files/2026/11/x.png',
  '/files/2026/11/x.pdf',
  '123456',
  '11010519491231002X',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  'data:image/png;base64,iVBORw0KGgo=',
  'A01',
  'a'.repeat(32),
  'a'.repeat(64),
  '<p>文字</p>',
]
/** Earliest, latest and unreal moments. */
const moments = [
  '0000-01-01 00:00:00',
  '0001-01-01 00:00:00',
  '1969-12-31 23:59:59',
  '2026-02-31 00:00:00',
  '2026-01-01 24:00:00',
  '9999-12-31 23:59:59',
  '2026-11-22T10:00:00Z',
]
const texts = [
  '',
  ' ',
  `a${NUL}b`,
  letter(0xd800),
  `${letter(0xdc00)}x`,
  '%',
  '_\\',
  "' or ''='",
  "x'); --",
  '"><img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '../../../../etc/passwd',
  '/files/../../etc/passwd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://127.0.0.1:9/',
  '=1+1',
  '1,2',
  '[]',
  'null',
  'NaN',
  '-1',
  '0',
  '999999999999999999',
  '9223372036854775808',
  '1e309',
  '__proto__',
  'constructor',
  letter(0x202e),
  '\r\nx-injected: 1',
  '(a+)+$',
  '\\',
]
/** The limits of the whole numbers that columns hold, one below, and those of JavaScript. */
export const limits = [
  -1, 0, 1, 32_767, 32_768, -32_769, 2_147_483_647, 2_147_483_648, -2_147_483_649, 9_007_199_254_740_991, -9_007_199_254_740_991, 9.3e18,
]
const numbers = [...limits, -0, 0.1, 1e-9, 1e21, 1e308]
/** Ids and codes that no row has. */
const unknownIds = ['0', '999999999', '2147483648', '999999999999999999', '9223372036854775807']
const unknownCodes = ['NONE', 'A01A01A01', '999']
const LONG = 200_000

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { a: value }
  return value
}

/** A value that a field does not expect. `others`: ids of rows of all kinds. */
export function hostile(random: Random, others: readonly string[]): unknown {
  const kinds: (() => unknown)[] = [
    () => pick(texts, random),
    () => pick(texts, random),
    () => pick(moments, random),
    () => pick(numbers, random),
    () => pick(others, random),
    () => pick(others, random),
    () => null,
    () => undefined,
    () => chance(0.5, random),
    () => [],
    () => ({}),
    () => [pick(texts, random), null, 1],
    () => ({ a: pick(texts, random), constructor: { prototype: { fuzzed: 1 } } }),
    () => Array.from({ length: 6_000 }, () => pick(others, random)),
    () => nested(200),
    () => 'x'.repeat(LONG),
    () => '书'.repeat(300),
  ]
  return pick(kinds, random)()
}

type Place = { of: Record<string, unknown>; key: string }
function placesIn(value: unknown, out: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return out
  for (const key of Object.keys(value)) {
    out.push({ of: value as Record<string, unknown>, key })
    placesIn((value as Record<string, unknown>)[key], out)
  }
  return out
}

/** A value of another kind than the one at this place: a list for an object, a limit for a number, the id of any table for an id. */
function contrary(key: string, value: unknown, random: Random, others: readonly string[]): unknown {
  if (Array.isArray(value)) return pick<unknown>([{}, { length: 1 }, value[0], [value], [[]]], random)
  if (typeof value === 'object' && value !== null) return pick<unknown>([[], [value], [[]], ''], random)
  if (typeof value === 'number') return pick(limits, random)
  if (/ids?$/i.test(key)) return pick(chance(0.7, random) ? others : unknownIds, random)
  if (/code$/i.test(key)) return pick(unknownCodes, random)
  return pick<unknown>([[value], { value }, pick(limits, random)], random)
}

/** Replaces, removes or adds up to three values of a body, in place. */
export function spoil(body: unknown, random: Random, others: readonly string[]): unknown {
  const places = placesIn(body)
  if (chance(0.03, random)) return pick<unknown>([[], [body], [[]], {}], random)
  if (places.length === 0 || chance(0.03, random)) return hostile(random, others)
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) {
    const { of, key } = pick(places, random)
    const kind = random()
    if (kind < 0.4) of[key] = contrary(key, of[key], random, others)
    else if (kind < 0.5) delete of[key]
    else if (kind < 0.6) of[pick(['extra', 'userId', 'roleType', 'constructor', 'toString'], random)] = hostile(random, others)
    else of[key] = hostile(random, others)
  }
  return body
}

/** Texts in place of a JSON body. */
export const notJson: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1',
  '{"__proto__":{"fuzzed":1}}',
  '{"constructor":{"prototype":{"fuzzed":1}}}',
  `"${NUL}"`,
  '\uFEFF{}',
]
