// What every import of a sheet has in common.
import * as z from 'zod'
import { statedFields } from './stated.ts'

/** Row 1 is the header; warn marks what is imported all the same. */
export const SheetProblem = z.object({ row: z.int(), field: z.string(), ...statedFields, level: z.enum(['error', 'warn']) })
export type SheetProblem = z.infer<typeof SheetProblem>

/** The text fields beside the file. */
export const importTerms = {
  /** only says what would happen */
  dryRun: z.stringbool().default(false),
  /** all: nothing is imported while any row is wrong; valid: the right rows are imported */
  mode: z.enum(['all', 'valid']).default('all'),
}

/** What came of it; `updated` rows replaced something that was there. */
export const ImportReply = z.object({
  total: z.int(),
  valid: z.int(),
  inserted: z.int(),
  updated: z.int(),
  errors: z.array(SheetProblem),
})
