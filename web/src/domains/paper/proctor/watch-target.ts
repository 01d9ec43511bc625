// Action of an invigilator and its target: one candidate, or without `one` all candidates.
import { t } from '../../../kernel/i18n.ts'

export type Candidate = { paperId: string | undefined; userId: string; realName: string }
export type WatchTarget = { act: 'force' | 'extra' | 'msg' | 'reopen' | 'timeline'; one?: Candidate }

/** Whether a dialog is open that pauses refetching. Reading a timeline does not. */
export const isPrompt = (target: WatchTarget | undefined): boolean => target !== undefined && target.act !== 'timeline'

export const reopenTitle = (realName = '') => (realName === '' ? t('恢复考试') : t('恢复考试：{{name}}', { name: realName }))
