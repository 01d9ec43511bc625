// Selects the branch of a union for a handler's value by its keys and literals, without parsing.
import * as z from 'zod'

type Test = (value: unknown) => boolean
export type Branch = { takes: Test; run: (value: unknown) => unknown }

const is =
  (type: string): Test =>
  (value) =>
    typeof value === type
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const plain: Record<string, Test> = {
  string: is('string'),
  template_literal: is('string'),
  number: is('number'),
  int: is('number'),
  boolean: is('boolean'),
  null: (value) => value === null,
  undefined: (value) => value === undefined,
  void: (value) => value === undefined,
  unknown: () => true,
  never: () => false,
  array: Array.isArray,
  tuple: Array.isArray,
  record: isObject,
}

/** Whether a branch accepts a value. An object branch accepts only values whose keys it declares, so that an undeclared key fits no branch. */
export function branchTest(schema: z.ZodType): Test {
  const { type } = schema.def
  const easy = plain[type]
  if (easy) return easy
  if (schema instanceof z.ZodLiteral || schema instanceof z.ZodEnum) {
    const values = new Set<unknown>(schema._zod.values)
    return (value) => values.has(value)
  }
  if (schema instanceof z.ZodObject) return objectTest(schema)
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map((one) => branchTest(one as z.ZodType))
    return (value) => options.some((takes) => takes(value))
  }
  if (schema instanceof z.ZodNullable) {
    const takes = branchTest(schema.def.innerType as z.ZodType)
    return (value) => value === null || takes(value)
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    const takes = branchTest(schema.def.innerType as z.ZodType)
    return (value) => value === undefined || takes(value)
  }
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodCatch || schema instanceof z.ZodNonOptional)
    return branchTest(schema.def.innerType as z.ZodType)
  // a handler returns the inner side of a codec or pipe
  if (schema instanceof z.ZodPipe)
    return schema.def.out._zod.def.type === 'date' ? (value) => value instanceof Date : branchTest(schema.def.out as z.ZodType)
  throw new Error(`a branch of a union cannot be of the kind “${type}”`)
}

function objectTest(schema: z.ZodObject): Test {
  const shape = schema.shape as Record<string, z.ZodType>
  const names = new Set(Object.keys(shape))
  const needed = [...names].filter((name) => !shape[name]?.safeParse(undefined).success)
  const literals = Object.entries(shape).flatMap(([name, one]) => (one instanceof z.ZodLiteral ? [{ name, takes: branchTest(one) }] : []))
  return (value) =>
    isObject(value) &&
    Object.keys(value).every((key) => names.has(key) || value[key] === undefined) &&
    needed.every((name) => value[name] !== undefined) &&
    literals.every(({ name, takes }) => takes(value[name]))
}
