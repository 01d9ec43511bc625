// Sizes of data on the server, and durations.
import { t } from '../../kernel/i18n.ts'

const STEP = 1_024
const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** Bytes as people read them: 3 significant places at most, `1.5 GB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(STEP)))
  const amount = bytes / STEP ** power
  return `${amount >= 100 || power === 0 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`
}

export const megabytesText = (mb: number): string => bytesText(mb * STEP * STEP)

const [MINUTE, HOUR] = [60, 3_600]
/** A duration in its largest unit. */
export const secondsText = (seconds: number): string =>
  seconds < MINUTE
    ? t('{{n}} 秒', { n: seconds })
    : seconds < HOUR
      ? t('{{n}} 分钟', { n: Math.round(seconds / MINUTE) })
      : t('{{n}} 小时', { n: Math.round(seconds / HOUR) })
