// What administrators see of the backups.
import { type backup, BackupOrigin, BackupState } from '@shuyuan/contract/operation/backup.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { backupAge, isLate, lastGood } from './backup-age.service.ts'
import { queueBackup } from './backup-run.service.ts'

export async function backupDetail({ app, db }: Ctx): Promise<Output<typeof backup.detail>> {
  const { backup: plan, timeZone } = app.config
  const good = await lastGood({ db })
  const running = await db.selectFrom('sysBackup').where('state', '=', BackupState.running).select('id').executeTakeFirst()
  return {
    plan: plan ? { dir: plan.dir, at: plan.at, keep: plan.keep, timeZone } : null,
    lastGood: good?.endTime ?? null,
    late: plan !== undefined && isLate(await backupAge(app)),
    running: running !== undefined,
    lastContentBytes: Number(good?.contentBytes ?? 0),
  }
}

/** Newest first. */
export async function pageBackups(
  { db }: Ctx,
  { params: _none, ...paging }: Input<typeof backup.paging>,
): Promise<Output<typeof backup.paging>> {
  const query = db
    .selectFrom('sysBackup')
    .select(['id', 'state', 'origin', 'stage', 'startTime', 'endTime', 'contentBytes', 'bytes', 'verified', 'file', 'removed', 'error'])
  const page = await pageOf(query, paging, { startTime: 'startTime' }, [['id', 'desc']])
  const records = page.records.map(({ state, bytes, contentBytes, ...row }) => ({
    ...row,
    backupState: state,
    bytes: Number(bytes),
    contentBytes: Number(contentBytes),
  }))
  return { ...page, records }
}

/** Fails backupOff where no folder is set, backupRunning while one is made. */
export async function runBackup(ctx: Ctx): Promise<true> {
  if (!ctx.app.config.backup) fail('backupOff')
  if (!(await queueBackup(ctx, BackupOrigin.user))) fail('backupRunning')
  return true
}
