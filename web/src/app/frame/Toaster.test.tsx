import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notify } from '../../kernel/notify.ts'
import { Toaster } from './Toaster.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const show = () => {
  render(<Toaster />)
  act(() => void vi.advanceTimersByTime(60_000))
}
const say = (work: () => void) => act(work)
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

it('shows a notice for two seconds', () => {
  show()
  say(() => notify.error('操作失败'))
  expect(screen.getByRole('alert').textContent).toContain('操作失败')
  pass(1_900)
  expect(screen.queryByRole('alert')).not.toBeNull()
  pass(200)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('does not stack the same text', () => {
  show()
  say(() => notify.error('服务器无法连接或无法响应！'))
  say(() => notify.error('服务器无法连接或无法响应！'))
  say(() => notify.success('操作成功！'))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getByRole('status').textContent).toContain('操作成功！')
})

it('waits while the pointer is on it', () => {
  show()
  say(() => notify.info('请稍候'))
  fireEvent.mouseEnter(screen.getByRole('status'))
  pass(10_000)
  fireEvent.mouseLeave(screen.getByRole('status'))
  pass(1_900)
  expect(screen.getByRole('status')).toBeDefined()
  pass(200)
  expect(screen.queryByRole('status')).toBeNull()
})

it('keeps a lasting notice until it is closed', () => {
  show()
  say(() => notify.warning('监考老师：请保持安静', 0))
  pass(600_000)
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows notices that were sent before it was mounted', () => {
  notify.error('网络异常')
  render(<Toaster />)
  expect(screen.getByText('网络异常')).toBeDefined()
})
