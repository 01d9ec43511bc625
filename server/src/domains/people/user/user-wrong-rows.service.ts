// The wrong rows of a sheet of users as a sheet with their faults, to be mended there and imported again.
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import type { user } from '@shuyuan/contract/account/user.ts'
import { mustHaveFile, type SlowCtx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { wrongRowsOf } from '../../../kernel/sheet/wrong-rows.ts'
import { restated } from '../../../kernel/localized.ts'
import { checkPeople } from './user-import.service.ts'

/** Checks the uploaded sheet again. Fails notFound where no row is wrong, and as importUsers for the file. */
export async function wrongUserRows(ctx: SlowCtx): Promise<Output<(typeof user)['import-wrong']>> {
  const file = mustHaveFile(ctx)
  const { errors } = await checkPeople(ctx, file, () => undefined)
  const found = (await wrongRowsOf(ctx.app, file, restated(ctx, errors))) ?? fail('notFound', say('userRowsRight'))
  await ctx.transaction(async (inner) => void (inner.change.after = { file: file.name, rows: found.rows }))
  return { name: found.name, sheet: found.sheet }
}
