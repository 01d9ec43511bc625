// Labels for the figures of a question: difficulty and discrimination.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { examStat } from '@shuyuan/contract/stat/exam.ts'
import { Tag } from 'antd'
import { t } from '../../../kernel/i18n.ts'

export type ItemRow = Data<(typeof examStat)['qu-analysis']>['questions'][number]

const GOOD = 0.4
const POOR = 0.2
const EASY = 0.8
const HARD = 0.3
export const index = (value: number | null) => (value === null ? '—' : value.toFixed(2))
/** True if the strong group prefers a wrong option. A void question has no key, so none of its options is wrong. */
export const isSuspicious = (row: ItemRow) =>
  !row.voided && (row.options.some((one) => one.beatsKey) || row.subs.some((sub) => sub.options.some((one) => one.beatsKey)))

export function difficultyTag(value: number | null) {
  if (value === null) return null
  if (value > EASY) return <Tag color="success">{t('易')}</Tag>
  return value < HARD ? <Tag color="error">{t('难')}</Tag> : <Tag>{t('适中')}</Tag>
}

export function discriminationTag(value: number | null) {
  if (value === null) return null
  if (value >= GOOD) return <Tag color="success">{t('优')}</Tag>
  return value < POOR ? <Tag color="error">{t('差')}</Tag> : <Tag>{t('良')}</Tag>
}
