import { user } from '@shuyuan/contract/account/user.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { newSite, session } from '../../../test/answers.ts'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { FirstRunPage } from './FirstRunPage.tsx'

const props = {
  moduleCourse: true,
  moduleExam: true,
  moduleCert: false,
  faceLogin: false,
  siteKind: 'none',
  hotelProfile: false,
  scaleCounts: false,
  displayScale: 100,
  bookRights: 3,
  learnPace: true,
  staffIdleMinutes: 30,
  staffHours: 12,
}
const flags = { tagsView: true, fixedHeader: true, sidebarLogo: true }
const stored = { ...newSite, ...flags, props }
const answers = { ...session(), [config.detail.path]: { data: stored }, [config.save.path]: { data: true } }

it('asks for kind and name, which have no default; the hotel code is on for hotels only', async () => {
  const sent = fakeServer(answers)
  const { mouse, router } = show(<FirstRunPage />)
  await mouse.click(await screen.findByRole('button', { name: '开始使用' }))
  expect(await screen.findByText('请选择单位类型')).toBeDefined()
  expect(bodies(sent, config.save)).toEqual([])
  await mouse.click(screen.getByRole('radio', { name: '酒店' }))
  await mouse.click(screen.getByRole('radio', { name: '考试机构' }))
  await mouse.type(screen.getByRole('textbox', { name: /站点名称/ }), '市考试院')
  await mouse.click(screen.getByRole('button', { name: '开始使用' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(bodies(sent, config.save)).toMatchObject([
    { siteName: '市考试院', props: { ...props, siteKind: 'examiner', hotelProfile: false } },
  ])
})

it('a hotel has the hotel code on', async () => {
  const sent = fakeServer(answers)
  const { mouse } = show(<FirstRunPage />)
  await mouse.click(await screen.findByRole('radio', { name: '酒店' }))
  await mouse.type(screen.getByRole('textbox', { name: /站点名称/ }), '红隼酒店')
  await mouse.click(screen.getByRole('button', { name: '开始使用' }))
  await waitFor(() => expect(bodies(sent, config.save)).toMatchObject([{ props: { siteKind: 'hotel', hotelProfile: true } }]))
})

it('changes the password of the first start', async () => {
  const sent = fakeServer({ ...answers, [user['update-pass'].path]: { data: true } })
  const { mouse } = show(<FirstRunPage />)
  await mouse.type(screen.getByLabelText('旧密码'), 'of-the-log-1A!')
  await mouse.type(screen.getByLabelText('新密码'), 'My-own-2026!')
  await mouse.click(screen.getByRole('button', { name: '修改密码' }))
  expect((await screen.findByRole('status')).textContent).toBe('密码已修改')
  expect(bodies(sent, user['update-pass'])).toEqual([{ oldPassword: 'of-the-log-1A!', password: 'My-own-2026!' }])
})
