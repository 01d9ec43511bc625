// Answers are built from what the contract declares: what it does not name cannot leak, and instants and points take their wire form.
import * as z from 'zod'

type Project = (value: unknown) => unknown
const same: Project = (value) => value

/** Compiles an output schema to the function that turns a handler's value into plain wire data. */
export function compileOutput(schema: z.ZodType): Project {
  return compile(schema, new Map())
}

function compile(schema: z.ZodType, seen: Map<z.ZodType, { run: Project }>): Project {
  const known = seen.get(schema)
  if (known) return (value) => known.run(value)
  const slot = { run: same }
  seen.set(schema, slot)
  slot.run = build(schema, seen)
  return slot.run
}

function build(schema: z.ZodType, seen: Map<z.ZodType, { run: Project }>): Project {
  const inner = (one: unknown) => compile(one as z.ZodType, seen)
  if (schema instanceof z.ZodObject) return objectOf(schema, seen)
  if (schema instanceof z.ZodArray) {
    const each = inner(schema.element)
    return (value) => (value as unknown[]).map(each)
  }
  if (schema instanceof z.ZodTuple) {
    const each = schema.def.items.map(inner)
    return (value) => each.map((one, at) => one((value as unknown[])[at]))
  }
  if (schema instanceof z.ZodRecord) {
    const each = inner(schema.valueType)
    return (value) => Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, each(one)]))
  }
  if (schema instanceof z.ZodCodec) {
    const encode = schema.def.reverseTransform as (value: unknown, payload: unknown) => unknown
    return (value) => encode(value, { value, issues: [] })
  }
  if (schema instanceof z.ZodUnion) return unionOf(schema, seen)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    const some = inner(schema.def.innerType)
    return (value) => (value === null || value === undefined ? value : some(value))
  }
  if (schema instanceof z.ZodLazy) {
    let some: Project | undefined
    return (value) => (some ??= inner(schema.def.getter()))(value)
  }
  return same
}

/** What the contract promises and the handler leaves out is a fault here, not a puzzle in the browser. */
function objectOf(schema: z.ZodObject, seen: Map<z.ZodType, { run: Project }>): Project {
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

/** The first branch that takes the value as it stands; a union of plain scalars passes through. */
function unionOf(schema: z.ZodUnion, seen: Map<z.ZodType, { run: Project }>): Project {
  const branches = schema.options.map((one) => ({ schema: one as z.ZodType, run: compile(one as z.ZodType, seen) }))
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const branch = branches.find(
      (one) => one.schema instanceof z.ZodObject && Object.keys(value).every((key) => key in (one.schema as z.ZodObject).shape),
    )
    return branch ? branch.run(value) : value
  }
}
