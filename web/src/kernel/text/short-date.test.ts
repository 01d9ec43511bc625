import { afterEach, expect, test } from 'vitest'
import { language } from '../state/preferences.ts'
import { dayText, minuteText } from './short-date.ts'

afterEach(() => language.set('zh'))

test('a day and a minute are written as the language of the page writes them', () => {
  const moment = '2026-11-27 02:13:00'
  expect([dayText(moment), minuteText(moment), dayText('2026-01-05')]).toEqual(['11-27', '11-27 02:13', '01-05'])
  language.set('en')
  expect([dayText(moment), minuteText(moment), dayText('2026-01-05')]).toEqual(['Nov 27', 'Nov 27, 02:13', 'Jan 5'])
})
