// Fields that all spreadsheet imports have in common.
import * as z from './z.ts'

/** `msg` is in the caller's language; `key` and `params` are for programs. */
const statedFields = {
  msg: z.string(),
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
}

/** Row 1 is the header. A row with only `warn` problems is imported. */
export const SheetProblem = z.object({ row: z.int(), field: z.string(), ...statedFields, level: z.enum(['error', 'warn']) })
export type SheetProblem = z.infer<typeof SheetProblem>

/** The text fields of the upload. */
export const importOptions = {
  /** validates without importing */
  dryRun: z.stringbool().default(false),
  /** all: imports nothing if any row is wrong; valid: imports the valid rows */
  mode: z.enum(['all', 'valid']).default('all'),
}

/** The result; `updated` counts rows that changed existing data. */
export const ImportReply = z.object({
  total: z.int(),
  valid: z.int(),
  inserted: z.int(),
  updated: z.int(),
  errors: z.array(SheetProblem),
})
