import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { mode, sidebarStatus, size, useDark } from './preferences.ts'
import { brandColour } from '../theme/tokens.ts'

it('stores the sidebar and the size in cookies', () => {
  sidebarStatus.set('0')
  size.set('mini')
  expect(document.cookie).toContain('sidebarStatus=0')
  expect(document.cookie).toContain('size=mini')
  sidebarStatus.set('1')
  size.set('medium')
})

it('starts with the stored choice, and with the default where that is invalid', async () => {
  document.cookie = 'size=small; path=/'
  localStorage.setItem('brand', 'red; }')
  vi.resetModules()
  const fresh = await import('./preferences.ts')
  expect(fresh.size.get()).toBe('small')
  expect(fresh.brand.get()).toBe(brandColour)
  expect(fresh.sidebarStatus.get()).toBe('1')
  document.cookie = 'size=medium; path=/'
  localStorage.clear()
})

it('is dark by the setting, else by the system', () => {
  const Shade = () => <p>{useDark() ? 'dark' : 'light'}</p>
  render(<Shade />)
  expect(screen.getByText('light')).toBeDefined()
  act(() => mode.set('dark'))
  expect(screen.getByText('dark')).toBeDefined()
  act(() => mode.set('system'))
  expect(screen.getByText('light')).toBeDefined()
})
