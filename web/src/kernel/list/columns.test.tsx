import { repo } from '@shuyuan/contract/repo/repo.ts'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { columnsOf } from './columns.tsx'

test('a flag is shown as a tag, like every other state', () => {
  const [column] = columnsOf<{ isExam: boolean }>(repo.paging, ['isExam'])
  const { container } = render(<>{column?.cell({ isExam: false })}</>)
  expect(container.querySelector('[data-part="tag"]')?.textContent).toBe('否')
})

test('a time ends with the minute, in a log with the second', () => {
  const row = { createTime: '2026-11-28 09:15:42' }
  const [listed, logged] = columnsOf<typeof row>(repo.paging, ['createTime', { name: 'createTime', seconds: true }])
  expect(listed?.cell(row)).toBe('2026-11-28 09:15')
  expect(logged?.cell(row)).toBe('2026-11-28 09:15:42')
})
