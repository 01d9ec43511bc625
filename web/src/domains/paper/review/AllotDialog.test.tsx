import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { AllotDialog } from './AllotDialog.tsx'

const markers = [1, 2].map((n) => ({ id: String(n), realName: `老师${n}`, userName: `t${n}`, deptCode_dictText: '教研组' }))
const queue = { examId: '9', title: '期末', markDouble: false, questions: [] } as unknown as Data<typeof review.queue>

beforeEach(async () => {
  localStorage.clear()
  await signInWith(['paper:update'])
})

it('lists users who may mark, without permission to list users', async () => {
  const sent = fakeServer({
    [review.markers.path]: page(markers),
    [review.allocate.path]: { data: { allotted: 3, left: 0, markers: [] } },
  })
  const { mouse } = show(<AllotDialog queue={queue} onClose={() => undefined} />)
  await mouse.click(screen.getByRole('button', { name: '选择阅卷人' }))
  const row = await screen.findByRole('row', { name: /老师2/ })
  await mouse.click(within(row).getByRole('checkbox'))
  const picker = screen.getAllByRole('dialog').at(-1)!
  await mouse.click(within(picker).getByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  await mouse.click(screen.getByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(bodies(sent, review.allocate)[0]).toEqual({ examId: '9', by: 'question', markers: ['2'] }))
  expect(sent.map((one) => one.path)).not.toContain('/api/sys/user/paging')
})
