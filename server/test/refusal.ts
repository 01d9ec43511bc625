// The expected answer of a refused call.
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import { expect } from 'vitest'

export const code = (name: ErrorName) => errors[name][0]

/** Matches the answer of a call that was refused with this error and its own text; bad input has the text of its field instead. */
export const refusal = (name: ErrorName) => {
  const [expected, msg] = errors[name]
  return expect.objectContaining({ status: 200, code: expected, ...(name !== 'badInput' && { msg }) })
}
