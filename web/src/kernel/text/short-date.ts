// Days without their year, in the language of the page: 11-27 or Nov 27.
import { language } from '../state/preferences.ts'

type Parts = Intl.DateTimeFormatOptions
const day: Parts = { month: 'short', day: 'numeric' }
const shapes = { day, minute: { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } } satisfies Record<string, Parts>
/** Made when first needed: a format takes a phone some ten milliseconds, and every first page loads this file. */
const made: Partial<Record<keyof typeof shapes, Intl.DateTimeFormat>> = {}
// the wire's text has the wall clock of the site, so it is read and written in one zone
const inEnglish = (shape: keyof typeof shapes, moment: string) =>
  (made[shape] ??= new Intl.DateTimeFormat('en', { ...shapes[shape], timeZone: 'UTC' })).format(new Date(`${moment.replace(' ', 'T')}Z`))

const isEnglish = () => language.get() === 'en'

/** @param moment `yyyy-MM-dd`, also with a time */
export const dayText = (moment: string): string => (isEnglish() ? inEnglish('day', `${moment.slice(0, 10)} 00:00`) : moment.slice(5, 10))

/** @param moment `yyyy-MM-dd HH:mm:ss` */
export const minuteText = (moment: string): string => (isEnglish() ? inEnglish('minute', moment) : moment.slice(5, 16))
