// Archived exams: out of the lists, readable, and after a time without the records that the settings name.
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { count, flag, ids } from '../../kernel/field.ts'

const months = (label: Parameters<typeof count>[0]) => count(label, 0, 600, '个月')

/** Months after the end of an exam; 0: never. */
export const ArchiveSettings = z.object({
  archiveMonths: months('考试结束后自动归档'),
  /** every save in its order; answers, scores and late answers stay */
  answerLogMonths: months('清除归档考试的保存记录'),
  /** signals, page loads and messages of the watch; acts of people stay */
  eventMonths: months('清除归档考试的监考事件'),
})
export type ArchiveSettings = z.infer<typeof ArchiveSettings>

export const examArchive = endpoints('exam/archive', 'exam', {
  detail: query({ title: '归档设置', permit: 'sys:config:update', input: z.object({}), output: ArchiveSettings }),
  save: command({ title: '保存归档设置', permit: 'sys:config:update', input: ArchiveSettings, output: z.literal(true) }),
  /** fails examNotOver for one that is not over, or has papers that are not marked yet */
  set: command({
    title: '归档或恢复考试',
    permit: 'exam:update',
    input: ids('考试').extend({ archived: flag('已归档') }),
    output: z.literal(true),
  }),
})
