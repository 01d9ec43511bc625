import { noticeExample } from '@shuyuan/contract/site/config/record-notice.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { newSite, refused } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
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
  const stored = { ...newSite, props }
  fakeServer({ [config.detail.path]: { data: stored } })
  const { mouse } = show(<SitePage />)
  await mouse.click(await screen.findByRole('radio', { name: '学校' }))
  expect(screen.queryByRole('switch', { name: '酒店资料' })).toBeNull()
  await mouse.click(screen.getByRole('radio', { name: '酒店' }))
  expect((await screen.findByRole('switch', { name: '酒店资料' })).getAttribute('aria-checked')).toBe('true')
})

it('stores what the site adds to its help', async () => {
  const props = { moduleCourse: true, moduleExam: true, moduleCert: false, faceLogin: false, siteKind: 'school', hotelProfile: false }
  const own = { helpExtra: '<p>带准考证</p>', helpContact: '' }
  const stored = { ...newSite, ...own, props }
  const sent = fakeServer({ [config.detail.path]: { data: stored }, [config.save.path]: { data: true } })
  const { mouse } = show(<SitePage />)
  await mouse.type(await screen.findByRole('textbox', { name: '联系方式' }), '教务处 8001')
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(bodies(sent, config.save)).toMatchObject([{ helpExtra: '<p>带准考证</p>', helpContact: '教务处 8001' }]))
})

it('words the notice of recordings, from the text of the system', async () => {
  const props = { moduleCourse: true, moduleExam: true, moduleCert: false, faceLogin: false, siteKind: 'school', hotelProfile: false }
  const stored = { ...newSite, helpExtra: '', helpContact: '', recordNotice: '', props }
  const msg = '录制说明中须有 {days}'
  const sent = fakeServer({
    [config.detail.path]: { data: stored },
    [config.save.path]: refused('badInput', { msg, data: { fields: [{ field: 'recordNotice', msg }] } }),
  })
  const { mouse } = show(<SitePage />)
  await mouse.click(await screen.findByRole('button', { name: '填入系统的说明' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '录制说明' })
  expect(field.value).toBe(noticeExample)
  expect(screen.queryByRole('button', { name: '填入系统的说明' })).toBeNull()
  const text = noticeExample.replace('{days}', '30')
  fireEvent.change(field, { target: { value: text } })
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText(msg)).toBeTruthy()
  expect(bodies(sent, config.save)).toMatchObject([{ recordNotice: text }])
})
