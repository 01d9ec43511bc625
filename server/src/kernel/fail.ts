// Refusals of handlers.
import { type ErrorName, errors, sayError } from '@shuyuan/contract/kernel/error.ts'
import { type Message, messageOf } from '@shuyuan/contract/kernel/message.ts'
import type * as z from 'zod'

export type FieldMessage = { field: string; message: Message }

export class Failure extends Error {
  readonly code: number
  /** the HTTP status of the answer */
  status = 200
  readonly reason: ErrorName
  /** the translatable message; its Chinese text is the error's `message` */
  readonly refusal: Message
  /** further data of the answer; values that are messages are translated */
  readonly data: object
  /** answered as `data.fields` */
  readonly fields: readonly FieldMessage[]

  constructor(reason: ErrorName, refusal: Message, data: object = {}, fields: readonly FieldMessage[] = []) {
    super(refusal.zh)
    this.reason = reason
    this.code = errors[reason][0]
    this.refusal = refusal
    this.data = data
    this.fields = fields
  }
}

/** The catalogue's text of a failure. A text with gaps needs `sayError` with parameters instead. */
export const fixedText = (reason: ErrorName): Message => sayError(reason as 'badInput')

/** Refuses the call with a named failure. `message` replaces the catalogue's text; `data` is added to the answer. */
export function fail(reason: ErrorName, message: Message = fixedText(reason), data: object = {}): never {
  throw new Failure(reason, message, data)
}

/** Refuses the call with badInput at `field`. */
export function failField(field: string, message: Message): never {
  return failFields([{ field, message }])
}

/** Refuses the call with problems at these fields. The answer's message is that of the first field, or that of `reason` when it is not badInput. */
export function failFields(fields: readonly FieldMessage[], reason: ErrorName = 'badInput'): never {
  const [first] = fields
  throw new Failure(reason, reason === 'badInput' && first ? first.message : fixedText(reason), {}, fields)
}

/** The issues of a schema as field messages, the first of each field; paths are prefixed with `under`. */
export function issuesOf({ issues }: z.ZodError, under: readonly string[] = []): FieldMessage[] {
  const byField = new Map<string, FieldMessage>()
  for (const issue of issues) {
    const field = [...under, ...issue.path].join('.')
    if (!byField.has(field)) byField.set(field, { field, message: messageOf(issue.message) })
  }
  return [...byField.values()]
}

/** The row. Fails notFound when it is missing. */
export function must<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) fail('notFound')
  return row
}
