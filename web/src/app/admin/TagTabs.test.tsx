import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { setToken } from '../../kernel/call/token.ts'
import { leaving } from '../../shared/page/page-subject.ts'
import { TagTabs } from './TagTabs.tsx'

const titles: Record<string, string> = { '/a': '考试管理', '/b': '题库管理', '/c': '试题管理', '/d': '阅卷' }
const affixed = { path: '/a', url: '/a', title: '考试管理' }

beforeEach(() => {
  sessionStorage.clear()
  setToken('tabs')
  setToken('')
})

let refreshed = 0
function Bar() {
  const { pathname, search } = useLocation()
  return (
    <>
      <TagTabs
        present={{ path: pathname, url: pathname + search, title: titles[pathname] ?? '' }}
        affixed={affixed}
        onRefresh={() => refreshed++}
      />
      <p data-testid="at">{pathname + search}</p>
    </>
  )
}
const open = (...paths: string[]) => {
  for (const path of paths) {
    const view = render(
      <MemoryRouter initialEntries={[path]}>
        <Bar />
      </MemoryRouter>,
    )
    if (path !== paths.at(-1)) view.unmount()
  }
}
const shown = () => screen.getAllByRole('link').map((link) => link.textContent)
const where = () => screen.getByTestId('at').textContent
const choose = async (tab: string, item: string) => {
  fireEvent.contextMenu(screen.getByRole('link', { name: tab }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

it('opens a tab for each page, the affixed one first, and restores the tabs after a reload', () => {
  open('/b', '/c')
  expect(shown()).toEqual(['考试管理', '题库管理', '试题管理'])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('试题管理')
  expect(JSON.parse(sessionStorage.getItem('tagsView') ?? '')).toHaveLength(3)
})

it('returns to the address at which a page was left', async () => {
  open('/b?current=3', '/c')
  await userEvent.click(screen.getByRole('link', { name: '题库管理' }))
  expect(where()).toBe('/b?current=3')
  expect(shown()).toEqual(['考试管理', '题库管理', '试题管理'])
})

it('closes the present page and shows the next one', async () => {
  open('/b', '/d', '/c')
  await userEvent.click(screen.getByRole('button', { name: '关闭试题管理' }))
  expect(shown()).toEqual(['考试管理', '题库管理', '阅卷'])
  expect(where()).toBe('/d')
})

it('closes another page without navigation', async () => {
  open('/b', '/c')
  await choose('题库管理', '关闭')
  expect(shown()).toEqual(['考试管理', '试题管理'])
  expect(where()).toBe('/c')
})

it('closes the others', async () => {
  open('/b', '/c', '/d')
  await choose('题库管理', '关闭其他')
  expect(shown()).toEqual(['考试管理', '题库管理'])
  expect(where()).toBe('/b')
})

it('closes all but the affixed first', async () => {
  open('/b', '/c')
  await choose('试题管理', '关闭所有')
  expect(shown()).toEqual(['考试管理'])
  expect(where()).toBe('/a')
  expect(screen.queryByRole('button', { name: '关闭考试管理' })).toBeNull()
})

it('refreshes the page', async () => {
  refreshed = 0
  open('/b')
  await choose('题库管理', '刷新')
  await waitFor(() => expect(refreshed).toBe(1))
})

it('clears the tabs with the session', () => {
  open('/b', '/c')
  setToken('someone')
  setToken('')
  expect(sessionStorage.getItem('tagsView')).toBe('[]')
})

it('keeps ten tabs beside the affixed one: the first opened gives way', () => {
  open(...Array.from({ length: 12 }, (_, at) => `/p${at}`))
  expect(JSON.parse(sessionStorage.getItem('tagsView') ?? '').map(({ path }: { path: string }) => path)).toEqual([
    '/a',
    ...Array.from({ length: 10 }, (_, at) => `/p${at + 2}`),
  ])
})

it('closes the tab of a form that was left for good', async () => {
  function Form() {
    const navigate = useNavigate()
    return <button onClick={() => void navigate('/c', leaving)}>save</button>
  }
  render(
    <MemoryRouter initialEntries={['/b']}>
      <Bar />
      <Form />
    </MemoryRouter>,
  )
  expect(shown()).toEqual(['考试管理', '题库管理'])
  await userEvent.click(screen.getByRole('button', { name: 'save' }))
  await waitFor(() => expect(shown()).toEqual(['考试管理', '试题管理']))
})

it('the tab of the present page is scrolled into view, and again when it gets its longer name', () => {
  const seen: (string | null)[] = []
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scrollIntoView(this: Element) {
    seen.push(this.textContent)
  })
  onTestFinished(() => scrolled.mockRestore())
  const bar = (title: string) => (
    <MemoryRouter initialEntries={['/d']}>
      <TagTabs present={{ path: '/d', url: '/d', title }} affixed={affixed} onRefresh={() => undefined} />
    </MemoryRouter>
  )
  const { rerender } = render(bar('阅卷'))
  rerender(bar('阅卷 · 消防月考'))
  expect(seen).toEqual(['阅卷', '阅卷 · 消防月考'])
})
