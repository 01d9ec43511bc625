// The message of each Zod issue whose schema names none.
import type * as z from './z.ts'
import { sayKernel } from './kernel.texts.ts'
import type { Label } from './labels.ts'
import { encoded, type Message } from './message.ts'

type RawIssue = z.core.$ZodRawIssue

type Words = Readonly<Record<string, Label>>

/** The label of the schema, else the innermost name of the path that has a word. A technical name is never shown: '' without a word. */
function labelOf({ schema, path = [] }: RawIssue, words: Words): string {
  const title = schema === undefined ? undefined : (schema as z.ZodType).meta()?.title
  const name = path.findLast((part): part is string => typeof part === 'string' && Object.hasOwn(words, part))
  return title ?? (name === undefined ? undefined : words[name]) ?? ''
}

function tooBig(label: string, origin: string, max: number): Message {
  if (origin === 'string') return sayKernel('tooLong', { label, max })
  return origin === 'array' ? sayKernel('chosenOver', { label, max }) : sayKernel('above', { label, max })
}

function tooSmall(label: string, origin: string, min: number): Message {
  if (origin === 'string') return min === 1 ? sayKernel('required', { label }) : sayKernel('tooShort', { label, min })
  return origin === 'array' ? sayKernel('chosenUnder', { label, min }) : sayKernel('below', { label, min })
}

function messageFor(issue: RawIssue, words: Words): Message {
  const label = labelOf(issue, words)
  if (label === '') return sayKernel('parametersWrong')
  if (issue.code === 'too_big') return tooBig(label, String(issue.origin), Number(issue.maximum))
  if (issue.code === 'too_small') return tooSmall(label, String(issue.origin), Number(issue.minimum))
  if (issue.code === 'invalid_type') return issue.input === undefined ? sayKernel('required', { label }) : sayKernel('wrongType', { label })
  return sayKernel('wrongValue', { label })
}

/**
 * The error map for `z.config({ customError })`: messages with keys, so that no text of the library reaches people. `words`: names of fields
 * in words, for schemas without a title.
 */
export const issueMessage =
  (words: Words = {}) =>
  (issue: RawIssue): string =>
    encoded(messageFor(issue, words))
