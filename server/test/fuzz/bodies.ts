// Bodies from the Zod schemas of the contract: every field with a value of its kind.
import type * as z from 'zod'
import type { Random } from '../../src/domains/paper/question/random.rules.ts'
import { chance, pick, usual } from './values.ts'

const DEPTH = 6
export type Known = {
  random: Random
  /** ids for a field of this name, at an endpoint of this path */
  idsFor: (name: string, path: string) => readonly string[]
  path: string
}
type Inner = { def: Record<string, unknown> & { type: string } }
const defOf = (schema: z.ZodType) => (schema as unknown as Inner).def
const at = (schema: unknown) => schema as z.ZodType

/** A body that mostly passes `schema`. */
export const bodyOf = (schema: z.ZodType, known: Known): unknown => make(schema, known, '', 0)

const wrappers = new Set(['default', 'prefault', 'readonly', 'catch', 'nonoptional', 'success'])

function make(schema: z.ZodType, known: Known, name: string, depth: number): unknown {
  const { random } = known
  const def = defOf(schema)
  const inner = (one: unknown, called = name) => make(at(one), known, called, depth + 1)
  if (def.type === 'optional') return chance(depth > DEPTH ? 1 : 0.4, random) ? undefined : inner(def.innerType)
  if (def.type === 'nullable') return chance(depth > DEPTH ? 1 : 0.3, random) ? null : inner(def.innerType)
  if (wrappers.has(def.type)) return inner(def.innerType)
  if (def.type === 'pipe') return inner(defOf(at(def.in)).type === 'transform' ? def.out : def.in)
  if (def.type === 'lazy') return inner((def.getter as () => unknown)())
  if (def.type === 'union') return inner(pick(def.options as unknown[], random))
  if (def.type === 'intersection') return Object.assign({}, inner(def.left), inner(def.right))
  if (def.type === 'object')
    return Object.fromEntries(Object.entries((schema as z.ZodObject).shape).map(([key, one]) => [key, inner(one, key)]))
  if (def.type === 'array') return arrayOf(schema as z.ZodArray, depth, random, () => inner(def.element))
  if (def.type === 'tuple') return (def.items as unknown[]).map((one) => inner(one))
  if (def.type === 'record') return { [String(inner(def.keyType))]: inner(def.valueType) }
  return leaf(schema, known, name)
}

function arrayOf(schema: z.ZodArray, depth: number, random: Random, each: () => unknown): unknown[] {
  const most = depth > DEPTH ? 0 : 3
  const fitting = Array.from({ length: Math.floor(random() * (most + 1)) }, each)
  // an array with a smallest length
  if (depth <= DEPTH && fitting.length === 0 && schema.safeParse([]).error?.issues[0]?.code === 'too_small') return [each()]
  return fitting
}

function leaf(schema: z.ZodType, known: Known, name: string): unknown {
  const { random } = known
  const def = defOf(schema)
  if (def.type === 'string') return textFor(schema, known, name)
  if (def.type === 'number' || def.type === 'int') return numberFor(schema, random)
  if (def.type === 'boolean') return chance(0.5, random)
  if (def.type === 'literal') return pick(def.values as unknown[], random)
  if (def.type === 'enum') return pick(Object.values(def.entries as object), random)
  if (def.type === 'null') return null
  if (def.type === 'undefined' || def.type === 'void' || def.type === 'never') return undefined
  return pick<unknown>([...usual, 1, true, null, {}, []], random)
}

/** An id where the field is one, else a text of a usual form that the schema accepts. */
function textFor(schema: z.ZodType, { random, idsFor, path }: Known, name: string): string {
  const isId = schema.meta()?.control === 'id' || /ids?$/i.test(name) || /code$/i.test(name)
  const ids = isId ? idsFor(name, path) : []
  if (ids.length > 0 && chance(0.9, random)) return pick(ids, random)
  const start = Math.floor(random() * usual.length)
  const found = [...usual.slice(start), ...usual.slice(0, start)].find((text) => schema.safeParse(text).success)
  return found ?? pick(usual, random)
}

/** Mostly a number in the middle, else one at a limit. */
function numberFor(schema: z.ZodType, random: Random): number {
  const { minimum, maximum } = (schema as unknown as { _zod: { bag: { minimum?: number; maximum?: number } } })._zod.bag
  const [least, most] = [Math.max(minimum ?? 0, -1e6), Math.min(maximum ?? 1_000, 1e9)]
  return pick([least, most, Math.min(most, least + 1), Math.min(most, least + Math.floor(random() * 20))], random)
}
