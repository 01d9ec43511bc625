// Labels and the available action of an exam, as shown to learners.
import type { Data, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { type exam, showWhen } from '@shuyuan/contract/exam/exam.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { t, tLabel } from '../../kernel/i18n.ts'

export type ExamRow = RowOf<typeof exam.paging>
/** The learner's papers in an exam, summed up; undefined: none yet. */
export type Mine = Data<(typeof paper)['list-mine']>[number] | undefined

/** `2026-01-01 09:00:00` without its seconds. */
const short = (moment: string) => moment.slice(0, 16)

/** The exam window as text. */
export function windowText({ startTime, endTime }: Pick<ExamRow, 'startTime' | 'endTime'>): string {
  if (startTime === null) return endTime === null ? t('长期有效') : t('{{end}} 前', { end: short(endTime) })
  if (endTime === null) return t('{{start}} 起', { start: short(startTime) })
  const sameDay = startTime.slice(0, 10) === endTime.slice(0, 10)
  return `${short(startTime)} – ${sameDay ? endTime.slice(11, 16) : short(endTime)}`
}

/** When scores or answers are shown, as text. Where the end of an exam without an end is meant, they never are. */
export const shownText = (when: keyof typeof showWhen, endTime: string | null | undefined): string =>
  when === 'closed' && !endTime ? t('不公布（考试没有结束时间）') : tLabel(showWhen[when])

/** What comes next of an exam's window, as text: its end, before it opens its start. */
export function nextText({ startTime, endTime, phase }: Pick<ExamRow, 'startTime' | 'endTime' | 'phase'>): string {
  if (phase === 'waiting' && startTime !== null) return t('{{time}} 开考', { time: short(startTime) })
  if (endTime === null) return t('长期有效')
  return phase === 'closed' ? t('{{time}} 已截止', { time: short(endTime) }) : t('{{time}} 截止', { time: short(endTime) })
}

/** Remaining tries; null: unlimited. */
export const triesLeft = ({ tries }: Pick<ExamRow, 'tries'>, mine: Mine) => (tries === 0 ? null : Math.max(0, tries - (mine?.tries ?? 0)))

export type ExamAction = { text: string; to: string; primary: boolean } | undefined

type ApplyFields = Partial<Pick<ExamRow, 'offline' | 'needApply' | 'applyState'>>

/** Whether the learner can apply now: the exam needs an application, and none is waiting or approved. */
export const mayApply = ({ needApply, offline, phase, applyState }: ApplyFields & Pick<ExamRow, 'phase'>) =>
  needApply === true && !offline && phase !== 'closed' && (applyState === null || applyState === AuditState.rejected)

/** The one action that the card offers. */
export function actionOf(row: Pick<ExamRow, 'id' | 'phase' | 'tries'> & ApplyFields, mine: Mine): ExamAction {
  if (mine?.ongoingPaperId) return { text: t('继续考试'), to: `/web/exam/start/${mine.ongoingPaperId}`, primary: true }
  const left = triesLeft(row, mine)
  const result = mine?.lastPaperId ? { text: t('查看结果'), to: `/web/exam/result/${mine.lastPaperId}`, primary: false } : undefined
  if (row.phase === 'closed' || left === 0) return result
  const check = `/web/exam/check/${row.id}`
  if (row.offline && result) return result
  const isShut = row.offline || (row.needApply && row.applyState !== AuditState.approved)
  if (row.phase === 'waiting' || isShut) return { text: t('考试须知'), to: check, primary: false }
  return { text: mine?.lastPaperId ? t('再考一次') : t('参加考试'), to: check, primary: true }
}

/** A duration in seconds as text: 1 小时 5 分钟, 12 分钟, 不足 1 分钟. */
export function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return t('不足 1 分钟')
  const hours = Math.floor(minutes / 60)
  const rest = t('{{n}} 分钟', { n: minutes % 60 })
  return hours > 0 ? `${t('{{n}} 小时', { n: hours })} ${rest}` : rest
}
