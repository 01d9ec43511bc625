// How a handler refuses.
import { type ErrorName, errors, type FieldProblem } from '@shuyuan/contract/kernel/error.ts'

export class Failure extends Error {
  readonly code: number
  readonly reason: ErrorName
  readonly data: unknown

  constructor(reason: ErrorName, message: string, data: unknown) {
    super(message)
    this.reason = reason
    this.code = errors[reason][0]
    this.data = data
  }
}

/** Ends the call with a named failure. `message` replaces the catalogue's text; `data` goes beside it. */
export function fail(reason: ErrorName, message: string = errors[reason][1], data: unknown = null): never {
  throw new Failure(reason, message, data)
}

/** Ends the call as a body that is wrong at `field`. */
export function failField(field: string, msg: string): never {
  const fields: FieldProblem[] = [{ field, msg }]
  throw new Failure('badInput', msg, { fields })
}

/** The row itself, or the failure notFound. */
export function must<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) fail('notFound')
  return row
}
