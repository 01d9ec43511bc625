import { afterEach, expect, it } from 'vitest'
import { said, setLanguage, startI18n, t } from './i18n.ts'

let loaded = 0
const catalogue = {
  '题库：新建': 'New bank',
  '已选{{n}}项_one': '{{n}} item selected',
  '已选{{n}}项_other': '{{n}} items selected',
  请填写题干: 'A question needs a text',
  '请填写{{1}}': 'Please enter {{1, lower}}',
  '{{1}}不能超过{{2}}个字': '{{1}}: at most {{2}} characters',
  姓名: 'Full name',
  '列（必填）': 'Column (required)',
  '缺少（{{1}}）': 'Missing ({{1}})',
}
const start = () =>
  startI18n(() => {
    loaded++
    return Promise.resolve(catalogue)
  })

afterEach(() => setLanguage('zh'))

it('speaks Chinese by its keys, and English where the catalogue has a text', async () => {
  await start()
  expect(t('题库：新建')).toBe('题库：新建')
  expect(t('已选{{n}}项', { n: 3 })).toBe('已选3项')
  expect(loaded).toBe(0)
  await setLanguage('en')
  expect(t('题库：新建')).toBe('New bank')
  expect(t('已选{{n}}项', { n: 3 })).toBe('3 items selected')
  expect(t('已选{{n}}项', { n: 1 })).toBe('1 item selected')
  expect(t('已选{{n}}项', { n: '1' })).toBe('1 item selected')
  expect(t('已选{{n}}项', { n: '2.50' })).toBe('2.50 items selected')
  expect(t('没有译文。')).toBe('没有译文。')
  expect(document.documentElement.lang).toBe('en')
  await setLanguage('zh')
  await setLanguage('en')
  expect(loaded).toBe(1)
  expect(localStorage.getItem('language')).toBe('en')
})

it('finds the English of sentences that others have put together', async () => {
  await start()
  expect(said('请填写姓名')).toBe('请填写姓名')
  await setLanguage('en')
  expect(said('请填写姓名')).toBe('Please enter full name')
  expect(said('请填写题干')).toBe('A question needs a text')
  expect(said('姓名不能超过64个字')).toBe('Full name: at most 64 characters')
  expect(said('请填写LOGO')).toBe('Please enter LOGO')
  expect(said('缺少（列（必填））')).toBe('Missing (Column (required))')
  expect(said('没有译文。')).toBe('没有译文。')
})
