// Values of a form on their way between a schema's wire form and the controls.
import { issueText } from '../messages.ts'
import type { FieldProblem } from '@shuyuan/contract/kernel/error.ts'
import * as z from 'zod'
import { fieldInfo, pathOf, shapeOf } from './schema.ts'

export type Values = Record<string, unknown>
export type Problem = { path: string; message: string }

/** What a field holds before anybody touches it: the schema's default, off for a flag, null where null means nothing. */
function startOf(schema: z.ZodType): unknown {
  const untouched = schema.safeParse(undefined)
  if (untouched.success) return untouched.data === undefined ? undefined : z.encode(schema, untouched.data)
  const { control, nullable } = fieldInfo(schema)
  return nullable ? null : control === 'flag' ? false : undefined
}

/** `initial`, completed with what untouched fields hold. */
export function startValues(schema: z.ZodType, initial: Values): Values {
  const entries = Object.entries(shapeOf(schema)).map(([name, one]) => [name, initial[name] ?? startOf(one)])
  return { ...initial, ...Object.fromEntries(entries) } as Values
}

/** Only what the endpoint knows: a form that began with a whole row does not send the rest of it back. */
export function bodyOf(schema: z.ZodType, values: Values): Values {
  const names = Object.keys(shapeOf(schema))
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== undefined && names.includes(name)))
}

/** What the schema has against a body in wire form; the first problem of each path. */
export function problemsOf(schema: z.ZodType, body: Values): Problem[] {
  const { error } = schema.safeParse(body)
  return firstOfEach((error?.issues ?? []).map((issue) => ({ path: issue.path.join('.'), message: issueText(issue.message) })))
}

/** The fields of a refusal 10010001, as api.md describes `data.fields`. */
export function refusedFields(data: unknown): Problem[] {
  const fields = (data as { fields?: FieldProblem[] } | null)?.fields ?? []
  return firstOfEach(fields.map(({ field, msg }) => ({ path: field, message: msg })))
}

const firstOfEach = (problems: Problem[]) =>
  problems.filter((one, index) => problems.findIndex((other) => other.path === one.path) === index)

/** The field among `names` on which a problem is shown: the one it names, else the nearest around it. */
export function fieldOf(path: string, names: readonly string[]): string | undefined {
  const parts = pathOf(path)
  for (let length = parts.length; length > 0; length--) {
    const name = parts.slice(0, length).join('.')
    if (names.includes(name)) return name
  }
  return undefined
}

/** The value at a dotted name. */
export const valueAt = (values: unknown, name: string): unknown =>
  pathOf(name).reduce<unknown>((value, key) => (value as Values | null | undefined)?.[key], values)
