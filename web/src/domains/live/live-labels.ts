// How live rooms are shown: times as text, phases by colour.
import { t } from '../../kernel/i18n.ts'

const two = (part: number) => String(part).padStart(2, '0')

/** Milliseconds until the start: 2 天 3 小时, 1:05:09, 4:30. */
export function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60]
  if (days > 0) return t('{{days}} 天 {{hours}} 小时', { days, hours })
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Seconds of attendance: 40 秒, 12 分钟. */
export const minutesText = (seconds: number): string =>
  seconds < 60 ? t('{{n}} 秒', { n: seconds }) : t('{{n}} 分钟', { n: Math.floor(seconds / 60) })

/** One colour for each phase, in the list and in the room. */
export const phaseColours = { waiting: 'processing', live: 'red', ended: 'default', replay: 'success' } as const
