// Labels and derived values of courses for learners.
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Data, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { t } from '../../../kernel/i18n.ts'
import { isPriced } from '../../pay/order/cost-text.ts'

export type CourseRow = RowOf<(typeof course)['user-paging']>
export type CourseDetail = Data<typeof course.detail>
export type LearnItem = CourseDetail['files'][number]

const PDF = 11
const OTHER = 12
const AUDIO = 21
const VIDEO = 22
const SCORM = 41
const LIVE = 23
const TOOL = 51
const WORK = 61
const ROOM = 71

/** How a file is learnt. */
export type Way = 'read' | 'fetch' | 'hear' | 'watch' | 'package' | 'live' | 'tool' | 'work' | 'room'
const ways: Record<number, Way> = {
  [PDF]: 'read',
  [OTHER]: 'fetch',
  [AUDIO]: 'hear',
  [VIDEO]: 'watch',
  [SCORM]: 'package',
  [LIVE]: 'live',
  [TOOL]: 'tool',
  [WORK]: 'work',
  [ROOM]: 'room',
}
export const wayOf = ({ fileType }: Pick<LearnItem, 'fileType'>): Way => ways[fileType] ?? 'fetch'
/** True for files that are pages of their own: their name stands above, not below. */
export const isHeaded = (file: Pick<LearnItem, 'fileType'>) => wayOf(file) === 'work' || wayOf(file) === 'room'
/** True for files that are played: only playing time counts. The time of a broadcast is that of its attendance. */
export const isMedia = (way: Way) => way === 'hear' || way === 'watch' || way === 'live'

const isPlaylist = (url: string) => url.split(/[?#]/)[0]!.endsWith('.m3u8')

/** The address of the file: the view address of a PDF and of a playlist, the file address of all others (learner.md §3). */
export const addressOf = (file: Pick<LearnItem, 'fileType' | 'viewUrl' | 'fileUrl'>): string =>
  ((file.fileType === PDF || isPlaylist(file.viewUrl)) && file.viewUrl) || file.fileUrl || file.viewUrl

/** The name of a downloaded file: the title, because the address has a generated name. */
export function savedName(title: string, url: string): string {
  const [ending = ''] = /\.[a-z\d]{1,8}$/i.exec(url.split(/[?#]/)[0] ?? '') ?? []
  return title.toLowerCase().endsWith(ending.toLowerCase()) ? title : title + ending
}

/** Seconds as a clock: 3:05, 1:02:03. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`
}

/** Seconds as text: 1 小时 5 分钟, 12 分钟, 40 秒. */
export function lengthText(seconds: number): string {
  if (seconds < 60) return t('{{n}} 秒', { n: Math.floor(seconds) })
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return t('{{n}} 分钟', { n: minutes })
  return minutes % 60 === 0 ? t('{{n}} 小时', { n: hours }) : `${t('{{n}} 小时', { n: hours })} ${t('{{n}} 分钟', { n: minutes % 60 })}`
}

const [DATE, MINUTE] = ['2026-01-01'.length, '2026-01-01 09:00'.length]
/** A wire text without its seconds. */
export const minuteText = (time: string): string => time.slice(0, MINUTE)
type Window = Pick<CourseRow, 'startTime' | 'endTime'>

type Due = Partial<Pick<CourseRow, 'dueTime' | 'deadlineDays' | 'learned'>>
/** Whether the learner has a deadline ahead or behind. */
const isDue = ({ dueTime = null, learned }: Due): boolean => dueTime !== null && learned !== 'finished'

/** The learning window of a course, to the minute. */
export const windowText = (course: Window & Due): string => between(course, MINUTE)
/** The same in days, for narrow places. */
export const daysText = (course: Window & Due): string => between(course, DATE)

function between({ startTime, endTime, ...due }: Window & Due, length: number): string {
  const short = (moment: string) => moment.slice(0, length)
  // the deadline stands beside it
  if (startTime === null && endTime === null && isDue(due)) return ''
  const { deadlineDays = null } = due
  if (startTime === null && endTime === null && deadlineDays !== null && due.learned === 'none')
    return t('开始后 {{n}} 天内学完', { n: deadlineDays })
  if (startTime === null) return endTime === null ? t('长期有效') : t('{{end}} 前', { end: short(endTime) })
  if (endTime === null) return t('{{start}} 起', { start: short(startTime) })
  return `${short(startTime)} – ${short(endTime)}`
}

/** The course to continue or to start; skips courses that have not begun or must be bought first. */
export const courseToContinue = (rows: readonly CourseRow[]): CourseRow | undefined =>
  rows.find((row) => row.phase === 'open' && row.learned !== 'finished' && (row.learned === 'going' || !isPriced(row)))

export const coursePath = (courseId: string, fileId = '') => `/web/course/view/${courseId}${fileId === '' ? '' : `/${fileId}`}`

/** The files grouped by chapter, in order. A chapter that occurs again later forms another group. */
export function byChapter(files: readonly LearnItem[]): { chapter: string; files: LearnItem[] }[] {
  const chapters: { chapter: string; files: LearnItem[] }[] = []
  for (const file of files) {
    const { chapter = '' } = file
    const last = chapters.at(-1)
    if (last?.chapter === chapter) last.files.push(file)
    else chapters.push({ chapter, files: [file] })
  }
  return chapters
}

/** The next file that may be opened; undefined after the last one. */
export function fileAfter(files: readonly LearnItem[], fileId: string): LearnItem | undefined {
  const at = files.findIndex((file) => file.fileId === fileId)
  const later = at < 0 ? [] : files.slice(at + 1).filter((file) => !file.locked)
  return later.find((file) => !file.finished) ?? later[0]
}

/** The course after the progress of a file changed; the course's percentage counts required files only, as on the server. */
export function withProgress(course: CourseDetail, fileId: string, part: Partial<LearnItem>): CourseDetail {
  const files = course.files.map((file) => (file.fileId === fileId ? { ...file, ...part } : file))
  const required = files.filter((file) => file.required)
  const process = required.reduce((sum, file) => sum + file.process, 0) / Math.max(1, required.length)
  return { ...course, files, process: course.learned === 'finished' ? 100 : Math.floor(process) }
}
