// How a handler refuses.
import { type ErrorName, errors, sayError } from '@shuyuan/contract/kernel/error.ts'
import { type Message, messageOf } from '@shuyuan/contract/kernel/message.ts'
import type * as z from 'zod'

export type FieldMessage = { field: string; message: Message }

export class Failure extends Error {
  readonly code: number
  readonly reason: ErrorName
  /** what is said; its Chinese text is the error's message */
  readonly said: Message
  /** stands beside the message; a value that is a message itself is answered in the caller's language */
  readonly data: object
  /** answered as `data.fields` */
  readonly fields: readonly FieldMessage[]

  constructor(reason: ErrorName, said: Message, data: object = {}, fields: readonly FieldMessage[] = []) {
    super(said.zh)
    this.reason = reason
    this.code = errors[reason][0]
    this.said = said
    this.data = data
    this.fields = fields
  }
}

/** The text of the catalogue, as it stands: one with gaps needs a message of its own. */
export const fixedText = (reason: ErrorName): Message => sayError(reason as 'badInput')

/** Ends the call with a named failure. `message` replaces the catalogue's text; `data` goes beside it. */
export function fail(reason: ErrorName, message: Message = fixedText(reason), data: object = {}): never {
  throw new Failure(reason, message, data)
}

/** Ends the call as a body that is wrong at `field`. */
export function failField(field: string, message: Message): never {
  return failFields([{ field, message }])
}

/** Ends the call as a body that is wrong at these fields; the first one's message stands for all, unless `reason` has its own. */
export function failFields(fields: readonly FieldMessage[], reason: ErrorName = 'badInput'): never {
  const [first] = fields
  throw new Failure(reason, reason === 'badInput' && first ? first.message : fixedText(reason), {}, fields)
}

/** What a schema found, by the path of each field, below `under`. */
export const issuesOf = ({ issues }: z.ZodError, under: readonly string[] = []): FieldMessage[] =>
  issues.map((issue) => ({ field: [...under, ...issue.path].join('.'), message: messageOf(issue.message) }))

/** The row itself, or the failure notFound. */
export function must<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) fail('notFound')
  return row
}
