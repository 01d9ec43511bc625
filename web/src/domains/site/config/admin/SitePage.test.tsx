import { config } from '@shuyuan/contract/site/config/config.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
import SitePage from './SitePage.tsx'

it('gives up a logo', async () => {
  const stored = {
    id: '1',
    siteName: '书院',
    frontLogo: '/files/front.png',
    backLogo: '/files/back.png',
    mpCode: '',
    version: 1,
    props: {},
  }
  fakeServer({ [config.detail.path]: { data: stored } })
  const { mouse } = show(<SitePage />)
  const [front] = await screen.findAllByRole('button', { name: '移除图片' })
  await mouse.click(front ?? document.body)
  await mouse.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: '移除图片' })).toHaveLength(1))
})

it('asks what the site is, and offers the code of hotels to hotels only', async () => {
  const props = { moduleCourse: true, moduleExam: true, moduleCert: false, faceLogin: false, siteKind: 'none', hotelProfile: false }
  const stored = { id: '1', siteName: '书院', frontLogo: '', backLogo: '', mpCode: '', copyRight: '', h5Host: '', tmpDir: '', props }
  fakeServer({ [config.detail.path]: { data: stored } })
  const { mouse } = show(<SitePage />)
  await mouse.click(await screen.findByRole('radio', { name: '学校' }))
  expect(screen.queryByRole('switch', { name: '酒店资料' })).toBeNull()
  await mouse.click(screen.getByRole('radio', { name: '酒店' }))
  expect((await screen.findByRole('switch', { name: '酒店资料' })).getAttribute('aria-checked')).toBe('true')
})
