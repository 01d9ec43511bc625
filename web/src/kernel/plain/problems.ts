// Problems of a form by field, with the texts of the contract.
import { worded } from '../text/words.ts'
import { issueText } from '../messages.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { FieldProblem } from '@shuyuan/contract/kernel/message.ts'
import { CallFailure } from '../call/failure.ts'
import { notify } from '../notify.ts'

/** codes that have a page of their own */
const ownPage: number[] = [errors.signedOut[0], errors.licence[0]]

export type Problems = Record<string, string | undefined>

/** The first problem of each field. */
export function problemsOf({ input }: Endpoint, body: unknown): Problems {
  const read = input.safeParse(body)
  return Object.fromEntries((read.error?.issues ?? []).toReversed().map((issue) => [issue.path.join('.'), issueText(issue.message)]))
}

/** Field problems of a refused quiet call; any other refusal is shown as a notice. @throws any error that is no refusal */
export function refusedFields(error: unknown): Problems {
  if (!(error instanceof CallFailure)) throw error
  const fields = error.code === errors.badInput[0] ? ((error.data as { fields?: FieldProblem[] } | null)?.fields ?? []) : []
  if (fields.length === 0 && !ownPage.includes(error.code)) notify.error(error.message)
  return Object.fromEntries(fields.toReversed().map(({ field, msg }) => [field, worded(msg)]))
}
