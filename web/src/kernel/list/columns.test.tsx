import { repo } from '@shuyuan/contract/repo/repo.ts'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { columnsOf } from './columns.tsx'

test('a flag is shown as a tag, like every other state', () => {
  const [column] = columnsOf<{ isExam: boolean }>(repo.paging, ['isExam'])
  const { container } = render(<>{column?.cell({ isExam: false })}</>)
  expect(container.querySelector('[data-part="tag"]')?.textContent).toBe('否')
})
