// The fields of a message within an answer.
import * as z from 'zod'

/** `msg` is in the caller's language; `key` and `params` are for programs. */
export const statedFields = {
  msg: z.string(),
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
}
