// The sign-in page says beside its form what the site is for.
import { siteInfo } from '@shuyuan/contract/site/config/config-site.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { LoginPage } from './LoginPage.tsx'

it('names the parts of the site beside the form', async () => {
  fakeServer({ [siteInfo.detail.path]: { data: { siteName: '书院', props: { moduleCourse: true, moduleExam: true, moduleCert: true } } } })
  show(<LoginPage />, { path: '/login' })
  const side = within(await screen.findByRole('complementary'))
  expect(side.getAllByRole('listitem').length).toBeGreaterThan(2)
})
