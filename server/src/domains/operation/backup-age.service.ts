// How old the newest good backup is: as a figure, and as a message when it is too old.
import { BACKUP_LATE_HOURS, BackupState } from '@shuyuan/contract/operation/backup.ts'
import { type App, ctxOf } from '../../kernel/ctx.ts'
import { addFigure } from '../../kernel/metrics/figure.ts'
import { usersWithTag } from '../people/role-menu/right.service.ts'
import { sendMsg } from '../message/msg.service.ts'

const HOUR_MS = 3_600_000
const REF_TYPE = 'backup'

/** The newest backup that was read back; undefined: none. */
export const lastGood = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('sysBackup')
    .where('state', '=', BackupState.good)
    .orderBy('endTime', 'desc')
    .select(['endTime', 'contentBytes'])
    .executeTakeFirst()

/** Milliseconds since the newest good backup; without one since this process started, as nothing else is known. */
export async function backupAge(app: Pick<App, 'db' | 'clock'>): Promise<number> {
  const since = (await lastGood(app))?.endTime ?? new Date(performance.timeOrigin)
  return Math.max(0, app.clock().getTime() - since.getTime())
}

export const isLate = (ageMs: number): boolean => ageMs > BACKUP_LATE_HOURS * HOUR_MS

/** Tells all users with access to the backups, once a day, that the newest good one is too old. */
export async function tellLateBackup(app: App): Promise<void> {
  if (!app.config.backup || !isLate(await backupAge(app))) return
  const now = app.clock()
  const userIds = await usersWithTag(app, 'sys:backup')
  const told = userIds.length === 0 ? [] : await toldSince(app, userIds, new Date(now.getTime() - 24 * HOUR_MS))
  const rest = userIds.filter((id) => !told.includes(id))
  await sendMsg(ctxOf(app, { now }), rest, {
    title: '备份过期',
    content: `最近 ${BACKUP_LATE_HOURS} 小时没有完成备份，请到 系统 › 备份 查看原因。`,
    refType: REF_TYPE,
    refId: 'late',
  })
}

const toldSince = async ({ db }: App, userIds: readonly string[], since: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('sysMsg')
      .where('userId', 'in', userIds)
      .where('refType', '=', REF_TYPE)
      .where('createTime', '>', since)
      .distinct()
      .select('userId')
      .execute()
  ).map(({ userId }) => userId)

/** The figure of the age; nothing where the server makes no backups. */
export function addBackupFigures(app: App): void {
  if (!app.config.backup) return
  addFigure(app, {
    name: 'backup_age_seconds',
    help: 'Time since the newest backup that was read back.',
    kind: 'gauge',
    read: async () => [{ value: Math.round((await backupAge(app)) / 1_000) }],
  })
}
