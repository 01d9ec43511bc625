import { Button } from 'antd'
import { fireEvent, screen } from '@testing-library/react'
import { Link } from 'react-router'
import { expect, it, vi } from 'vitest'
import { show, signInWith } from '../../../test/render.tsx'
import { Can } from '../access/Can.tsx'
import { RowActions } from './RowActions.tsx'

const button = (label: string, more: object = {}) => (
  <Button type="link" {...more}>
    {label}
  </Button>
)
const names = () => screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)

it('shows two actions as they are, none of them red', () => {
  show(
    <RowActions title="甲">
      {button('编辑')}
      {button('删除', { danger: true })}
    </RowActions>,
  )
  expect(names()).toEqual(['编辑', '删除'])
  expect(screen.getByText('删除').closest('button')?.className).not.toContain('dangerous')
})

it('folds what goes beyond two, and what is dangerous last', async () => {
  const removed = vi.fn<() => void>()
  const { mouse } = show(
    <RowActions title="甲">
      <Link to="/a">试题</Link>
      {button('删除', { danger: true, onClick: removed })}
      {button('章节')}
      {button('编辑')}
    </RowActions>,
  )
  expect(screen.getByRole('link', { name: '试题' })).toBeDefined()
  expect(names()).toEqual(['章节', '“甲”的更多操作'])
  await mouse.click(screen.getByRole('button', { name: '“甲”的更多操作' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((one) => one.textContent)).toEqual(['编辑', '删除'])
  await mouse.click(items[1]!)
  expect(removed).toHaveBeenCalledOnce()
})

it('counts only what the user may do', async () => {
  await signInWith(['qu:list'])
  show(
    <RowActions title="甲">
      <Can permit="qu:list">{button('试题')}</Can>
      <Can permit="qu:update">{button('编辑')}</Can>
      <Can permit="qu:delete">{button('删除', { danger: true })}</Can>
    </RowActions>,
  )
  expect(names()).toEqual(['试题'])
})

it('keeps the address of a link that it folds, and takes the name from a cell with markup', async () => {
  const { mouse } = show(
    <RowActions
      title={
        <>
          {'甲'} <b>一</b>
        </>
      }
    >
      {button('章节')}
      {button('编辑')}
      {button('下载', { href: '/files/a.pdf', target: '_blank', rel: 'noopener' })}
    </RowActions>,
  )
  const more = screen.getByRole('button', { name: '“甲 一”的更多操作' })
  await mouse.click(more)
  const link = await screen.findByRole('link', { name: '下载' })
  expect(link.getAttribute('href')).toBe('/files/a.pdf')
  expect(link.getAttribute('target')).toBe('_blank')
  const followed = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  link.addEventListener('click', followed)
  fireEvent.keyDown(screen.getByRole('menuitem'), { key: 'Enter', keyCode: 13 })
  expect(followed).toHaveBeenCalledOnce()
})

it('has the visible name in a row without a name', () => {
  show(
    <RowActions title={undefined}>
      {button('甲')}
      {button('乙')}
      {button('丙')}
    </RowActions>,
  )
  expect(screen.getByRole('button', { name: '更多' })).toBeDefined()
})

it('更多 is a word without an icon', () => {
  show(
    <RowActions title="甲">
      {button('一')}
      {button('二')}
      {button('三')}
    </RowActions>,
  )
  const more = screen.getByRole('button', { name: '“甲”的更多操作' })
  expect(more.textContent).toBe('更多')
  expect(more.querySelector('svg')).toBeNull()
})
