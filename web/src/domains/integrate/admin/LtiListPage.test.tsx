import { lti, ltiPlatform } from '@shuyuan/contract/integrate/lti.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import LtiListPage from './LtiListPage.tsx'

it('the addresses for a platform stand in a dialog, each to be copied, and not above the list', async () => {
  fakeServer({ [ltiPlatform.paging.path]: page([]) })
  const { mouse } = show(<LtiListPage />)
  const open = await screen.findByRole('button', { name: '登记信息' })
  expect(document.body.textContent).not.toContain(location.origin)
  await mouse.click(open)
  const dialog = within(await screen.findByRole('dialog', { name: '平台需要的登记信息' }))
  for (const path of [lti.login.path, lti.launch.path, lti.keys.path]) expect(dialog.getByText(location.origin + path)).toBeDefined()
  expect(dialog.getAllByRole('button', { name: '复制' })).toHaveLength(5)
})
