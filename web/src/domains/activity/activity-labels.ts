// Texts of activities.
import { t } from '../../kernel/i18n.ts'

const MINUTE_S = 60

/** A length of time in minutes and seconds. */
export function timeText(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const minutes = Math.floor(seconds / MINUTE_S)
  if (minutes === 0) return t('{{n}} 秒', { n: seconds })
  const rest = seconds % MINUTE_S
  return rest === 0 ? t('{{n}} 分钟', { n: minutes }) : t('{{m}} 分 {{s}} 秒', { m: minutes, s: rest })
}

/** Points and the title of a certificate; an empty title and 0 points are left out. */
export const prizeText = (points: number, cert: string) =>
  [...(points > 0 ? [t('{{n}} 积分', { n: points })] : []), ...(cert === '' ? [] : [t('证书“{{title}}”', { title: cert })])].join(' + ')
