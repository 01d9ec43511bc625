import { activity } from '@shuyuan/contract/activity/activity.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { TrainingBank } from './TrainingBank.tsx'

const form = (isTrain: boolean) => {
  const sent = fakeServer({ [repo.detail.path]: { data: { id: '3', title: '消防', isTrain } } })
  show(
    <SchemaForm of={activity.save} initial={{ repoId: '3' }} onSubmit={() => Promise.resolve({ id: '1' })}>
      <TrainingBank />
    </SchemaForm>,
  )
  return sent
}

test('a bank that is open to training is said beside the field', async () => {
  form(true)
  expect((await screen.findByRole('status')).textContent).toContain('这个题库开放训练')
})

test('another one is not', async () => {
  const sent = form(false)
  await waitFor(() => expect(bodies(sent, repo.detail)).toEqual([{ id: '3' }]))
  expect(screen.queryByRole('status')).toBeNull()
})
