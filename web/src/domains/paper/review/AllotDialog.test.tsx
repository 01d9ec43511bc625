import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
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
    [review.markers.path]: { data: { records: markers, total: 2, pages: 1, current: 1, size: 10 } },
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
  await waitFor(() =>
    expect(sent.find((one) => one.path === review.allocate.path)?.body).toEqual({ examId: '9', by: 'question', markers: ['2'] }),
  )
  expect(sent.map((one) => one.path)).not.toContain('/api/sys/user/paging')
})
