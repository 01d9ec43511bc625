import { license } from '@shuyuan/contract/site/config/license.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { LicensePage } from './LicensePage.tsx'

const facts = { state: 'valid', required: true, holder: '云水酒店', validUntil: '2027-01-01' }

it.each([
  ['/license?msg=授权已被收回', '授权已被收回'],
  ['/license', '系统授权'],
])('%s has the heading %s although the licence is valid', async (path, heading) => {
  fakeServer({ [license.detail.path]: { data: facts } })
  show(<LicensePage />, { path })
  expect(await screen.findByText('系统可以正常使用。')).toBeTruthy()
  expect(screen.getByRole('heading', { name: heading })).toBeTruthy()
})
