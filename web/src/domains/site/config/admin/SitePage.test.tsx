import { config } from '@shuyuan/contract/sys/site/config.ts'
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
