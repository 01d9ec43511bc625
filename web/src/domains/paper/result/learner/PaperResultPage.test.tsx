import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import PaperResultPage from './PaperResultPage.tsx'

beforeEach(async () => {
  localStorage.clear()
  await signInWith([])
})

it('shows a reopened paper as open, not as waiting for its result', async () => {
  const [code, msg] = errors.resultHidden
  fakeServer({ [paper['paper-result'].path]: { code, msg } })
  show(<PaperResultPage />)
  await screen.findByText('考试正在进行')
  expect(screen.getByText(/计时没有停止/)).toBeTruthy()
  expect(screen.queryByText(msg)).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('考试结果')
  expect(screen.getByRole('link', { name: '继续考试' })).toBeTruthy()
})
