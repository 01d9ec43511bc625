import { QuType } from '@shuyuan/contract/qu/content.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { ShownQuestion } from './marked.ts'
import { QuestionView } from './QuestionView.tsx'

const single: ShownQuestion = {
  quId: '1',
  quType: QuType.single,
  content: '第一题',
  score: 2,
  answerList: [{ tag: 'A', content: '甲' }],
  blankCount: 0,
  left: [],
  right: [],
  answer: null,
  markState: 'blank',
  gained: 0,
}

it('shows that a question is excluded from the total, without a mark', () => {
  show(<QuestionView question={{ ...single, fixed: 'drop' }} />)
  expect(screen.getByRole('note').textContent).toBe('本题已作废，不计入总分。')
  expect(screen.getByText('已作废')).toBeTruthy()
  expect(screen.getByText('不计分')).toBeTruthy()
  // as a part it differs from a blank one only by the tag
  expect(screen.queryByText('0 / 2', { exact: false })).toBeNull()
})

it('shows once for a composite that all candidates get its points', () => {
  const subList = [{ ...single, quId: '2', content: '小题', fixed: 'full' as const }]
  show(
    <QuestionView
      question={{ ...single, quType: QuType.composite, content: '组合题', fixed: 'full', markState: 'right', gained: 2, subList }}
    />,
  )
  expect(screen.getAllByRole('note')).toHaveLength(1)
  expect(screen.getAllByText('已作废')).toHaveLength(2)
})

it('shows a corrected key beside the mark', () => {
  show(<QuestionView question={{ ...single, markState: 'right', gained: 2, fixed: 'key' }} />)
  expect(screen.getByRole('note').textContent).toContain('答案已修正')
  expect(screen.getByText('正确')).toBeTruthy()
})

it('shows no note for a question without a fix', () => {
  show(<QuestionView question={{ ...single, fixed: null }} />)
  expect(screen.queryByRole('note')).toBeNull()
})
