import { afterEach, expect, it } from 'vitest'
import { setLanguage, startI18n, t } from './i18n.ts'

afterEach(() => setLanguage('zh'))

it('speaks Chinese by its keys, and English where the catalogue has a text', async () => {
  let loaded = 0
  await startI18n(() => {
    loaded++
    return Promise.resolve({ '题库：新建': 'New bank', '已选{{n}}项': '{{n}} selected' })
  })
  expect(t('题库：新建')).toBe('题库：新建')
  expect(t('已选{{n}}项', { n: 3 })).toBe('已选3项')
  expect(loaded).toBe(0)
  await setLanguage('en')
  expect(t('题库：新建')).toBe('New bank')
  expect(t('已选{{n}}项', { n: 3 })).toBe('3 selected')
  expect(t('没有译文。')).toBe('没有译文。')
  expect(document.documentElement.lang).toBe('en')
  await setLanguage('zh')
  await setLanguage('en')
  expect(loaded).toBe(1)
  expect(localStorage.getItem('language')).toBe('en')
})
