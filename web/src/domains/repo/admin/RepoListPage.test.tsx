// A bank is changed from its row: here it is kept from the assistant.
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import RepoListPage from './RepoListPage.tsx'

it('the form of a bank has what is stored, and sends what is changed', async () => {
  await signInWith(['repo:list', 'repo:update'])
  const said = notices()
  const bank = { id: '3', title: '考前保密', remark: '', isExam: true, isTrain: false, assist: true, price: '0.00', costPoints: 0 }
  const sent = fakeServer({ [repo.paging.path]: page([bank]), [repo.save.path]: { data: { id: '3' } } })
  const { mouse } = show(<RepoListPage />, { path: '/admin/repo/list' })
  await mouse.click(await screen.findByText('编辑'))
  const dialog = within(await screen.findByRole('dialog'))
  await mouse.click(dialog.getByLabelText('可用智能助手'))
  await mouse.click(dialog.getByText('确定'))
  await expect.poll(() => said).toContain('题库保存成功！')
  expect(bodies(sent, repo.save)).toMatchObject([{ id: '3', title: '考前保密', isExam: true, assist: false }])
})
