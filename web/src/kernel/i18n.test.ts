import { afterEach, expect, it } from 'vitest'
import { serverText, setLanguage, startI18n, t, tLabel } from './i18n.ts'

let loaded = 0
const catalogue = {
  取消选择: 'Clear selection',
  '已选{{n}}项': { one: '{{n}} item', other: '{{n}} items' },
  '{{place}}：{{msg}}': '{{place, lower}}: {{msg}}',
  姓名: 'Full name',
}
const start = () =>
  startI18n(() => {
    loaded++
    return Promise.resolve(catalogue)
  })

afterEach(() => setLanguage('zh'))

it('speaks Chinese by its keys, and English by the catalogue', async () => {
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
  expect(document.documentElement.lang).toBe('en')
  await setLanguage('zh')
  await setLanguage('en')
  expect(loaded).toBe(1)
  expect(localStorage.getItem('language')).toBe('en')
})

it('looks labels and messages up as a whole, and leaves those without English', async () => {
  await start()
  expect(tLabel('姓名')).toBe('姓名')
  await setLanguage('en')
  expect(tLabel('姓名')).toBe('Full name')
  expect(tLabel('没有译文。')).toBe('没有译文。')
  expect(tLabel('')).toBe('')
  expect(serverText('取消选择')).toBe('Clear selection')
  expect(serverText('请填写{{1}}')).toBe('请填写{{1}}')
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
  // @ts-expect-error -- a text that is only data is a label
  expect(t(text)).toBe('取消选择')
})
