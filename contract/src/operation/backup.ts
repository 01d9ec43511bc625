// The backups that the server makes each night and on demand.
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { code, moment, pageOf, paging } from '../kernel/field.ts'

export const BackupState = { running: 0, good: 1, failed: 2 } as const
export type BackupState = (typeof BackupState)[keyof typeof BackupState]
export const backupState = { [BackupState.running]: '备份中', [BackupState.good]: '备份完成', [BackupState.failed]: '备份失败' } as const
export const BackupOrigin = { night: 0, user: 1 } as const
export const backupOrigin = { [BackupOrigin.night]: '每日自动', [BackupOrigin.user]: '手动备份' } as const
/** What a running backup does. */
export const BackupStage = { copy: 0, check: 1 } as const
export const backupStage = { [BackupStage.copy]: '复制数据', [BackupStage.check]: '读回核对' } as const

/** A backup that is older is late. */
export const BACKUP_LATE_HOURS = 26

const Run = z.object({
  id: z.string(),
  backupState: code('备份状态', backupState),
  origin: code('备份方式', backupOrigin),
  stage: code('备份步骤', backupStage),
  startTime: moment('开始时间'),
  endTime: moment('结束时间').nullable(),
  /** before compression, in bytes; grows while the backup runs */
  contentBytes: z.number().meta({ title: '数据量' }),
  bytes: z.number().meta({ title: '文件大小' }),
  verified: z.boolean().meta({ title: '已读回核对' }),
  file: z.string().meta({ title: '备份文件' }),
  /** the file gave way to newer ones */
  removed: z.boolean(),
  error: z.string().meta({ title: '失败原因' }),
})

export const backup = endpoints('sys/backup', {
  detail: query({
    title: '备份情况',
    permit: 'sys:backup',
    input: z.object({}),
    output: z.object({
      /** null: the server makes no backups by itself */
      plan: z.object({ dir: z.string(), at: z.string(), keep: z.int(), timeZone: z.string() }).nullable(),
      lastGood: moment('最近一次完成').nullable(),
      /** the newest good backup is older than BACKUP_LATE_HOURS, or there is none for as long */
      late: z.boolean(),
      running: z.boolean(),
      /** content of the newest good backup, by which the progress of a running one is estimated */
      lastContentBytes: z.number(),
    }),
  }),
  paging: query({ title: '备份记录', permit: 'sys:backup', input: paging({}), output: pageOf(Run) }),
  /** queues a backup */
  run: command({ title: '立即备份', permit: 'sys:backup', input: z.object({}), output: z.literal(true) }),
})
