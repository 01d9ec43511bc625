// What an invigilator is about to do, and to whom: one candidate, or without `one` everybody.
import { t } from '../../../kernel/i18n.ts'

export type Candidate = { paperId: string | undefined; userId: string; realName: string }
export type WatchTarget = { act: 'force' | 'extra' | 'msg' | 'reopen' | 'timeline'; one?: Candidate }

/** A question is open: timers wait. Reading a timeline is no such thing. */
export const isPrompt = (target: WatchTarget | undefined): boolean => target !== undefined && target.act !== 'timeline'

export const reopenTitle = (realName = '') => (realName === '' ? t('恢复考试') : t('恢复考试：{{name}}', { name: realName }))
