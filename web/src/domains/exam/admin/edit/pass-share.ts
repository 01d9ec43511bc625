// The pass score as a share of the total.
import { t } from '../../../../kernel/i18n.ts'

/** From this total on, a share is rounded to whole points. */
const WHOLE_FROM = 10

/** `percent` of `total`, in whole points; of a small total in two decimals. */
export const shareOf = (total: number, percent: number) =>
  total >= WHOLE_FROM ? Math.round((total * percent) / 100) : Math.round(total * percent) / 100

/** The pass score as a percentage of the total, as text. */
export function shareText(passScore: number | null | undefined, total: number): string {
  if (passScore === null || passScore === undefined || total <= 0) return t('总分{{total}}分', { total })
  if (passScore > total) return t('总分{{total}}分，及格分不能大于总分', { total })
  return t('总分{{total}}分，及格线{{percent}}%', { total, percent: Math.round((passScore / total) * 1_000) / 10 })
}
