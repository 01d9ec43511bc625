// The password of an exam: sealed in the database, and never sent to a client.
import type { App } from '../../../kernel/ctx.ts'
import { openValue, type SealedColumn, sealValue } from '../../../kernel/sealed/sealed-column.ts'

export const examPassword: SealedColumn = { table: 'exam', column: 'password' }

/** The stored form of a password of the exam `id`. */
export const sealedPassword = ({ seal }: Pick<App, 'seal'>, id: string, password: string) => sealValue(seal, examPassword, id, password)

/** The password of a stored exam; '' without one. */
export const passwordOf = ({ seal }: Pick<App, 'seal'>, { id, password }: { id: string; password: string }) =>
  openValue(seal, examPassword, id, password)
