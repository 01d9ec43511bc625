// The learning history: each file leads back to where it is learnt.
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { LearnHistory } from './LearnHistory.tsx'

it('lists the files with their course, time and progress', async () => {
  await signInWith([])
  const row = { id: '1', courseId: '5', courseName: '电梯困人处置', fileId: '8', fileName: '录音', learnSec: 65, process: 100 }
  fakeServer({
    [courseFileLearn.courses.path]: { data: [{ id: '5', title: '电梯困人处置' }] },
    [courseFileLearn.paging.path]: page([{ ...row, updateTime: '2026-11-28 09:00:00' }]),
  })
  show(<LearnHistory />)
  const link = await screen.findByRole('link', { name: '录音' })
  expect(link.getAttribute('href')).toBe('/web/course/view/5/8')
  expect(link.closest('li')!.textContent).toContain('电梯困人处置')
  expect(link.closest('li')!.textContent).toContain('已学')
})
