// Labels for sizes, lengths and kinds of course files; without Ant Design, because learner pages use them too.
import { t } from '../../../kernel/i18n.ts'

export const PDF = 11
export const AUDIO = 21
export const VIDEO = 22
export const SCORM = 41
export const TOOL = 51
export const WORK = 61
export const ROOM = 71
const STEP = 1_024
const units = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes with the unit that gives the shortest number: 812 B, 3.4 KB, 25 MB. */
export function sizeText(bytes: number): string {
  const grade = bytes < STEP ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)))
  const value = bytes / STEP ** grade
  return `${grade === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${units[grade]}`
}

const two = (value: number) => String(value).padStart(2, '0')

/** Seconds as 4:05 or 1:04:05; empty for 0, which means none or unknown. */
export function lengthText(seconds: number): string {
  if (seconds <= 0) return ''
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** Seconds as text: 5 分钟, 5 分 30 秒, 45 秒. */
export function spanText(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (minutes === 0) return t('{{n}} 秒', { n: rest })
  return rest === 0 ? t('{{n}} 分钟', { n: minutes }) : t('{{minutes}} 分 {{seconds}} 秒', { minutes, seconds: rest })
}

/** True for video and audio, whose required time is their length. */
export const isMedia = (fileType: number) => fileType === AUDIO || fileType === VIDEO

/** A file name without its extension. */
export const bareName = (name: string) => name.replace(/\.[a-z\d]{1,8}$/i, '').trim() || name
