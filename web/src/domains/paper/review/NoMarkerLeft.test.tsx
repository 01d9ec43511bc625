import { review } from '@shuyuan/contract/paper/review/review.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { NoMarkerLeft } from './NoMarkerLeft.tsx'

beforeEach(async () => {
  localStorage.clear()
  await signInWith(['paper:review'])
})

it('shows a marker the number of waiting answers', () => {
  fakeServer({})
  show(<NoMarkerLeft queue={{ examId: '9', stuck: 3, chief: false }} />)
  expect(screen.getByRole('alert').textContent).toContain('3 份答案还需要另一位阅卷人评分，但没有其他人可以评')
  expect(screen.queryByRole('button')).toBeNull()
})

it('offers users who manage the marking an action with confirmation', async () => {
  const sent = fakeServer({ [review.decide.path]: { data: { answers: 3 } } })
  const { mouse } = show(<NoMarkerLeft queue={{ examId: '9', stuck: 3, chief: true }} />)
  await mouse.click(screen.getByRole('button', { name: '转为仲裁' }))
  const dialog = await screen.findByRole('dialog')
  expect(sent).toEqual([])
  await mouse.click(within(dialog).getByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(bodies(sent)).toEqual([{ examId: '9' }]))
})
