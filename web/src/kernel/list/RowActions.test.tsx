import { Button } from 'antd'
import { screen } from '@testing-library/react'
import { Link } from 'react-router'
import { expect, it, vi } from 'vitest'
import { show, signInWith } from '../../../test/render.tsx'
import { Can } from '../Can.tsx'
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

it('a folded button that is a link stays one', async () => {
  const { mouse } = show(
    <RowActions title="甲">
      {button('查看')}
      {button('编辑')}
      {button('下载', { href: '/files/a.pdf', target: '_blank' })}
    </RowActions>,
  )
  await mouse.click(screen.getByRole('button', { name: '“甲”的更多操作' }))
  const link = await screen.findByRole('link', { name: '下载' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/files/a.pdf', '_blank'])
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
