// Conversion of form values between a schema's wire form and the controls.
import { worded } from '../text/words.ts'
import { issueText } from '../messages.ts'
import type { FieldProblem } from '@shuyuan/contract/kernel/message.ts'
import * as z from '@shuyuan/contract/kernel/z.ts'
import { fieldInfo, pathOf, shapeOf } from './schema.ts'

export type Values = Record<string, unknown>
export type Problem = { path: string; message: string }

/** The value of an untouched field: the schema's default, false for a flag, null where null means nothing. */
function startOf(schema: z.ZodType): unknown {
  const untouched = schema.safeParse(undefined)
  if (untouched.success) return untouched.data === undefined ? undefined : z.encode(schema, untouched.data)
  const { control, nullable } = fieldInfo(schema)
  return nullable ? null : control === 'flag' ? false : undefined
}

/** `initial`, completed with the values of untouched fields. */
export function startValues(schema: z.ZodType, initial: Values): Values {
  const entries = Object.entries(shapeOf(schema)).map(([name, one]) => [name, initial[name] ?? startOf(one)])
  return { ...initial, ...Object.fromEntries(entries) } as Values
}

/** Only the fields of the endpoint: a form that started from a whole row does not send the other columns. */
export function bodyOf(schema: z.ZodType, values: Values): Values {
  const names = Object.keys(shapeOf(schema))
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== undefined && names.includes(name)))
}

/** The problems of a body in wire form; the first one of each path. */
export function problemsOf(schema: z.ZodType, body: Values): Problem[] {
  const { error } = schema.safeParse(body)
  return firstOfEach((error?.issues ?? []).map((issue) => ({ path: issue.path.join('.'), message: issueText(issue.message) })))
}

/** The field problems of the refusal badInput (api.md, `data.fields`). */
export function refusedFields(data: unknown): Problem[] {
  const fields = (data as { fields?: FieldProblem[] } | null)?.fields ?? []
  return firstOfEach(fields.map(({ field, msg }) => ({ path: field, message: worded(msg) })))
}

const firstOfEach = (problems: Problem[]) =>
  problems.filter((one, index) => problems.findIndex((other) => other.path === one.path) === index)

/** The field among `names` that shows a problem: the named one, else the nearest field around it. */
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
