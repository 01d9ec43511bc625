// The application for an exam: not without a reason.
import { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { ApplyDialog } from './ApplyDialog.tsx'

it('needs a reason, and says that it was sent', async () => {
  await signInWith([])
  const said = notices()
  const closed: boolean[] = []
  const sent = fakeServer({ [apply.save.path]: { data: true } })
  const { mouse } = show(<ApplyDialog exam={{ id: '5', title: '消防考试' }} onClose={(isSent) => closed.push(isSent)} />)
  await mouse.click(screen.getByText('提交申请'))
  expect(screen.getByText('申请理由不能为空！')).toBeTruthy()
  expect(screen.getByLabelText('申请理由').getAttribute('aria-invalid')).toBe('true')
  expect(bodies(sent, apply.save)).toEqual([])
  await mouse.type(screen.getByLabelText('申请理由'), '忘记密码')
  expect(screen.queryByText('申请理由不能为空！')).toBeNull()
  await mouse.click(screen.getByText('提交申请'))
  await waitFor(() => expect(closed).toEqual([true]))
  expect(bodies(sent, apply.save)).toEqual([{ examId: '5', applyMsg: '忘记密码' }])
  expect(said).toEqual(['审核已提交，管理员审核通过后可以直接开始考试！'])
})
