// Days without their year, in the language of the page: 11-27 or Nov 27.
import { language } from '../state/preferences.ts'

type Parts = Intl.DateTimeFormatOptions
// the wire's text has the wall clock of the site, so it is read and written in one zone
const inEnglish = (parts: Parts) => new Intl.DateTimeFormat('en', { ...parts, timeZone: 'UTC' })
const day: Parts = { month: 'short', day: 'numeric' }
const english = { day: inEnglish(day), minute: inEnglish({ ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }) }

const isEnglish = () => language.get() === 'en'
const read = (moment: string) => new Date(`${moment.replace(' ', 'T')}Z`)

/** @param moment `yyyy-MM-dd`, also with a time */
export const dayText = (moment: string): string =>
  isEnglish() ? english.day.format(read(`${moment.slice(0, 10)} 00:00`)) : moment.slice(5, 10)

/** @param moment `yyyy-MM-dd HH:mm:ss` */
export const minuteText = (moment: string): string => (isEnglish() ? english.minute.format(read(moment)) : moment.slice(5, 16))
