// Builds answers from the output schema, so that undeclared fields are never sent.
// It fails closed: an unlisted kind of schema fails its call and a test of all calls, a value that fits no branch of a union is a fault.
import * as z from 'zod'
import { branchTest, type Branch } from './output-branch.ts'

export type Project = (value: unknown) => unknown
type Slots = Map<z.ZodType, { run: Project }>

/** Kinds of schema without fields of their own. */
const scalars: ReadonlySet<string> = new Set([
  'string',
  'number',
  'int',
  'boolean',
  'literal',
  'enum',
  'template_literal',
  'null',
  'undefined',
  'void',
])

/** An object in the place of a scalar would contain undeclared fields. */
const scalar: Project = (value) => {
  if (typeof value === 'object' && value !== null) throw new Error('the handler returned an object where the contract names a scalar')
  return value
}
/** `z.unknown()` declares that any JSON is allowed here, for example stored settings. */
const declaredOpen: Project = (value) => value
const nothing: Project = () => {
  throw new Error('the handler returned a value where the contract allows none')
}

/** Compiles an output schema to a function from a handler's value to wire data. Throws for an unlisted kind of schema. */
export function compileOutput(schema: z.ZodType): Project {
  return compile(schema, new Map())
}

function compile(schema: z.ZodType, seen: Slots): Project {
  const known = seen.get(schema)
  if (known) return known.run
  // a recursive schema calls through the slot until the function is built
  const slot = { run: (value: unknown): unknown => built(value) }
  seen.set(schema, slot)
  const built = build(schema, seen)
  slot.run = built
  return built
}

function build(schema: z.ZodType, seen: Slots): Project {
  const { type } = schema.def
  const inner = (one: unknown) => compile(one as z.ZodType, seen)
  if (scalars.has(type)) return scalar
  if (type === 'unknown') return declaredOpen
  if (type === 'never') return nothing
  if (schema instanceof z.ZodObject) return objectOf(schema, seen)
  if (schema instanceof z.ZodArray) {
    const each = inner(schema.def.element)
    return (value) => (value as unknown[]).map((one) => each(one))
  }
  if (schema instanceof z.ZodTuple) return tupleOf(schema, seen)
  if (schema instanceof z.ZodRecord) return recordOf(schema, seen)
  if (schema instanceof z.ZodUnion) return unionOf(schema, seen)
  if (schema instanceof z.ZodIntersection) return intersectionOf(schema, seen)
  if (schema instanceof z.ZodCodec) return codecOf(schema, seen)
  if (schema instanceof z.ZodPipe) {
    const [wire, own] = [inner(schema.def.in), inner(schema.def.out)]
    return (value) => wire(own(value))
  }
  if (schema instanceof z.ZodLazy) return inner(schema.def.getter())
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    const some = inner(schema.def.innerType)
    return (value) => (value === null || value === undefined ? value : some(value))
  }
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodCatch || schema instanceof z.ZodNonOptional)
    return inner(schema.def.innerType)
  throw new Error(`an answer cannot hold the schema kind “${type}”: it has no wire form`)
}

/** A declared field that the handler omits is a fault here, instead of an error in the browser. */
function objectOf(schema: z.ZodObject, seen: Slots): Project {
  const { catchall } = schema.def
  if (catchall && catchall._zod.def.type !== 'never') throw new Error('an answer names its keys: no loose object, no catchall')
  const fields = Object.entries(schema.shape).map(([key, one]) => {
    const field = one as z.ZodType
    return { key, project: compile(field, seen), mayMiss: field.safeParse(undefined).success }
  })
  return (value) => {
    const from = value as Record<string, unknown>
    const to: Record<string, unknown> = {}
    for (const { key, project, mayMiss } of fields) {
      const one = from[key]
      if (one !== undefined) to[key] = one === null ? null : project(one)
      else if (!mayMiss) throw new Error(`the handler left out ${key}`)
    }
    return to
  }
}

/** Entries beyond the declared ones are dropped. */
function tupleOf({ def }: z.ZodTuple, seen: Slots): Project {
  const each = def.items.map((one) => compile(one as z.ZodType, seen))
  const rest = def.rest ? compile(def.rest as z.ZodType, seen) : undefined
  return (value) => {
    const from = value as unknown[]
    const first = each.map((one, at) => one(from[at]))
    return rest ? [...first, ...from.slice(each.length).map((one) => rest(one))] : first
  }
}

/** A record with enumerated keys drops all others; one with string keys keeps all. */
function recordOf({ def }: z.ZodRecord, seen: Slots): Project {
  const each = compile(def.valueType as z.ZodType, seen)
  const named = def.keyType._zod.values
  return (value) => {
    const entries = Object.entries(value as object).filter(([key]) => named === undefined || named.has(key))
    return Object.fromEntries(entries.map(([key, one]) => [key, each(one)]))
  }
}

/** Both sides must be objects: each side drops undeclared fields, and the results are merged. */
function intersectionOf({ def }: z.ZodIntersection, seen: Slots): Project {
  const sides = [def.left, def.right].map((one) => one as z.ZodType)
  if (!sides.every((one) => one instanceof z.ZodObject || one instanceof z.ZodIntersection))
    throw new Error('an answer can hold an intersection of objects only')
  const each = sides.map((one) => compile(one, seen))
  return (value) => Object.assign({}, ...each.map((one) => one(value))) as unknown
}

function codecOf({ def }: z.ZodCodec, seen: Slots): Project {
  const encode = def.reverseTransform as (value: unknown, payload: { value: unknown; issues: unknown[] }) => unknown
  const wire = compile(def.in as z.ZodType, seen)
  return (value) => {
    const payload = { value, issues: [] }
    const encoded = wire(encode(value, payload))
    if (payload.issues.length > 0) throw new Error('the handler returned what its codec cannot encode')
    return encoded
  }
}

/** By the discriminator if there is one, else the first branch that accepts the value. */
function unionOf(schema: z.ZodUnion, seen: Slots): Project {
  const branches: Branch[] = schema.options.map((one) => ({ takes: branchTest(one as z.ZodType), run: compile(one as z.ZodType, seen) }))
  const unfit = (): never => {
    throw new Error('the handler returned a value that no branch of the union takes')
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def
    const byValue = new Map<unknown, Project>()
    for (const [at, option] of schema.options.entries())
      for (const one of option._zod.propValues?.[discriminator] ?? []) byValue.set(one, branches[at]?.run ?? unfit)
    return (value) => (byValue.get((value as Record<string, unknown> | null)?.[discriminator]) ?? unfit)(value)
  }
  return (value) => (branches.find((one) => one.takes(value))?.run ?? unfit)(value)
}
