// The wrong rows of a sheet of users as a sheet with their faults, to be mended there and imported again.
import type { SheetProblem } from '@shuyuan/contract/kernel/import.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { say } from '@shuyuan/contract/sys/sys.server.texts.ts'
import type { user } from '@shuyuan/contract/sys/user.ts'
import { mustHaveFile, type SlowCtx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { runSheetWorker } from '../../../kernel/sheet/sheet-worker.ts'
import type { RowFaults } from '../../../kernel/sheet/wrong-rows.worker.ts'
import { restated } from '../../../kernel/wording.ts'
import { checkPeople } from './user-import.service.ts'

const worker = new URL('../../../kernel/sheet/wrong-rows.worker.ts', import.meta.url)

/** Checks the uploaded sheet again. Fails notFound where no row is wrong, and as importUsers for the file. */
export async function wrongUserRows(ctx: SlowCtx): Promise<Output<(typeof user)['import-wrong']>> {
  const file = mustHaveFile(ctx)
  const { errors } = await checkPeople(ctx, file, () => undefined)
  const faults = faultsOf(restated(ctx, errors))
  if (faults.length === 0) fail('notFound', say('userRowsRight'))
  let sheet = ''
  await runSheetWorker(ctx.app, worker, { path: file.path, name: file.name, options: faults }, (sent) => void (sheet = sent as string))
  await ctx.transaction(async (inner) => void (inner.change.after = { file: file.name, rows: faults.length }))
  return { name: `${file.name.replace(/\.\w+$/, '')}_有误.xlsx`, sheet }
}

function faultsOf(problems: SheetProblem[]): RowFaults {
  const faults = new Map<number, string[]>()
  for (const { row, field, msg, level } of problems)
    if (level === 'error') faults.set(row, [...(faults.get(row) ?? []), `${field}：${msg}`])
  return [...faults].map(([row, found]) => [row, found.join('\n')])
}
