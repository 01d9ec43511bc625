// The help of the back office tells of news, in a browser that has shown older ones.
import { screen } from '@testing-library/react'
import mark from 'virtual:handbook/mark'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../../test/render.tsx'
import { OfficeHelp } from './OfficeHelp.tsx'

const KEY = 'help.news'
afterEach(() => localStorage.removeItem(KEY))

test('a browser that comes for the first time sees no mark', async () => {
  show(<OfficeHelp />)
  await screen.findByRole('button', { name: '帮助' })
  expect(localStorage.getItem(KEY)).toBe(mark)
})

test('after an upgrade the mark stands until the news are opened', async () => {
  localStorage.setItem(KEY, 'older')
  const { mouse } = show(<OfficeHelp />)
  await mouse.click(await screen.findByRole('button', { name: '帮助，有新功能' }))
  await mouse.click(await screen.findByRole('button', { name: '新功能' }))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: '新功能' }))
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(5)
  await screen.findByRole('button', { name: '帮助' })
  expect(localStorage.getItem(KEY)).toBe(mark)
})
