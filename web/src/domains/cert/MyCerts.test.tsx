// A message about a certificate leads to that certificate among all of them.
import { FileState, grant } from '@shuyuan/contract/cert/grant.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
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
