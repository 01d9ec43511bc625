import type { SheetHead } from '@shuyuan/contract/qu/import/columns.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { show } from '../../../../../test/render.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'

const head: SheetHead = {
  columns: [
    { name: '首都是？', samples: ['二加二等于几？'], field: 'stem', from: 'nothing' },
    { name: '北京', samples: ['3'], field: 'option', from: 'nothing' },
    { name: '上海', samples: ['4'], field: 'option', from: 'nothing' },
    { name: 'A', samples: ['B'], field: 'answer', from: 'nothing' },
  ],
  rows: 1,
  firstIsQuestion: true,
}

it('reads the first row as a question where it looks like one, unless the person says otherwise', async () => {
  const onChosen = vi.fn<Parameters<typeof ColumnsStep>[0]['onChosen']>()
  show(<ColumnsStep head={head} onBack={() => undefined} onChosen={onChosen} />)
  const first = screen.getByRole('checkbox', { name: '第一行也是试题（没有列名）' })
  expect(first).toHaveProperty('checked', true)
  expect(screen.getByText('首都是？ ┊ 二加二等于几？')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '读取 2 行' }))
  expect(onChosen).toHaveBeenLastCalledWith(['stem', 'option', 'option', 'answer'], '', true)
  await userEvent.click(first)
  await userEvent.click(screen.getByRole('button', { name: '读取 1 行' }))
  expect(onChosen).toHaveBeenLastCalledWith(['stem', 'option', 'option', 'answer'], '', false)
})
