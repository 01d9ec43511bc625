// The user's certificates: what each is worth, its file, and the one that a message leads to.
import { FileState, grant } from '@shuyuan/contract/cert/grant.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../test/answers.ts'
import { fakeServer } from '../../../test/fake-server.ts'
import { show, signInWith } from '../../../test/render.tsx'
import { MyCerts } from './MyCerts.tsx'

const row = (id: string, title: string) => ({
  id,
  certId: '1',
  title,
  certGrantNo: `SY${id}`,
  authority: '书院',
  createTime: '2026-11-20 09:00:00',
  expireTime: null,
  status: 'revoked',
  revokeReason: '冒名',
  fileState: FileState.ready,
  certFilePdf: '',
  verifyUrl: '',
})

it('marks the certificate that the address names', async () => {
  await signInWith([])
  const records = [row('8', '急救证'), row('7', '消防证')]
  fakeServer({ [grant['my-paging'].path]: { data: { records, total: 2, pages: 1, current: 1, size: 100 } } })
  show(<MyCerts />, { path: '/web/uc?to=cert&id=7' })
  await screen.findByText('急救证')
  const marked = screen.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'true')
  expect(marked.map((item) => item.querySelector('h3')?.textContent)).toEqual([expect.stringContaining('消防证')])
})

it('says what each is worth and why one was revoked, and has the file of a valid one', async () => {
  await signInWith([])
  const valid = { ...row('8', '急救证'), status: 'valid', revokeReason: '', certFilePdf: '/files/8.pdf' }
  const revoked = { ...row('7', '消防证'), revokeReason: '成绩更正，未达到及格标准' }
  fakeServer({ [grant['my-paging'].path]: page([valid, revoked]) })
  show(<MyCerts />, { path: '/web/uc?to=cert' })
  expect((await screen.findByRole('link', { name: '下载证书“急救证”' })).getAttribute('href')).toBe('/files/8.pdf')
  const [first, second] = screen.getAllByRole('listitem').map((item) => [item.querySelector('h3')?.textContent, item.textContent])
  expect(first![0]).toBe('急救证 有效')
  expect(first![1]).not.toContain('撤销原因')
  expect(second![0]).toBe('消防证 已撤销')
  expect(second![1]).toContain('撤销原因成绩更正，未达到及格标准')
})

it('says where certificates come from while there are none', async () => {
  await signInWith([])
  fakeServer({ [grant['my-paging'].path]: page([]) })
  show(<MyCerts />, { path: '/web/uc?to=cert' })
  expect(await screen.findByText('学完课程、通过考试得到的证书会出现在这里。')).toBeTruthy()
})
