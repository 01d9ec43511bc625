import { afterEach, expect, it } from 'vitest'
import { setLanguage, startI18n, t, tLabel } from './i18n.ts'

let loaded = 0
const pages = {
  取消选择: 'Clear selection',
  '已选{{n}}项': { one: '{{n}} item', other: '{{n}} items' },
  '{{place}}：{{msg}}': '{{place, lower}}: {{msg}}',
  '共 {{count}} 题，{{score}} 分': '{{count}} {{count, question/questions}}, {{score}} {{score, point/points}}',
}
const contract = { texts: {}, labels: { 姓名: 'Full name' } }
const start = () =>
  startI18n(() => {
    loaded++
    return Promise.resolve({ pages, contract })
  })

afterEach(() => setLanguage('zh'))

it('shows the key in Chinese, and the text of the catalogue in English', async () => {
  await start()
  expect(t('取消选择')).toBe('取消选择')
  expect(t('已选{{n}}项', { n: 3 })).toBe('已选3项')
  expect(loaded).toBe(0)
  await setLanguage('en')
  expect(t('取消选择')).toBe('Clear selection')
  expect(t('已选{{n}}项', { n: 3 })).toBe('3 items')
  expect(t('已选{{n}}项', { n: 1 })).toBe('1 item')
  expect(t('已选{{n}}项', { n: '1' })).toBe('1 item')
  expect(t('已选{{n}}项', { n: '2.50' })).toBe('2.50 items')
  expect(t('{{place}}：{{msg}}', { place: 'Full name', msg: 'Missing' })).toBe('full name: Missing')
  // each number has its own words, also a formatted one
  expect(t('共 {{count}} 题，{{score}} 分', { count: 1, score: 3 })).toBe('1 question, 3 points')
  expect(t('共 {{count}} 题，{{score}} 分', { count: '1,000', score: 1 })).toBe('1,000 questions, 1 point')
  expect(document.documentElement.lang).toBe('en')
  await setLanguage('zh')
  await setLanguage('en')
  expect(loaded).toBe(1)
  expect(localStorage.getItem('language')).toBe('en')
})

it('shows the English of a label, and Chinese where data has no English', async () => {
  await start()
  const ofData: string[] = ['没有译文。', '取消选择', 'constructor', '']
  expect(tLabel('姓名')).toBe('姓名')
  await setLanguage('en')
  expect(tLabel('姓名')).toBe('Full name')
  expect(t('姓名')).toBe('Full name')
  // a text of a page is no label
  expect(ofData.map((label) => tLabel(label))).toEqual(ofData)
})

it('compiles only with English and with every gap filled', () => {
  // @ts-expect-error -- the text stands in no catalogue
  expect(t('没有译文。')).toBe('没有译文。')
  // @ts-expect-error -- the value of the gap is missing
  expect(t('已选{{n}}项')).toBe('已选{{n}}项')
  // @ts-expect-error -- the text has no such gap
  expect(t('已选{{n}}项', { count: 3 })).toBe('已选{{n}}项')
  // @ts-expect-error -- one of two values is missing
  expect(t('{{place}}：{{msg}}', { place: '甲' })).toBe('甲：{{msg}}')
  // @ts-expect-error -- one value too many
  expect(t('已选{{n}}项', { n: 3, more: 1 })).toBe('已选3项')
  // @ts-expect-error -- a text without gaps takes no values
  expect(t('取消选择', { n: 3 })).toBe('取消选择')
  const text: string = '取消选择'
  // @ts-expect-error -- a text that is only data must go through tLabel
  expect(t(text)).toBe('取消选择')
  // @ts-expect-error -- a label written in code has no English
  expect(tLabel('没有译文。')).toBe('没有译文。')
})
