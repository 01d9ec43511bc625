// What a site adds to its help: its own text first, whom to ask last, its name within the texts; nothing of it without an answer.
import { siteInfo } from '@shuyuan/contract/site/config/config-site.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { reloadSite } from '../../shared/session/session.ts'
import HelpDrawer from './HelpDrawer.tsx'
import HelpPage from './HelpPage.tsx'
import { Route, Routes } from 'react-router'

const page = (
  <Routes>
    <Route path="/help/*" element={<HelpPage />} />
  </Routes>
)
const help = { extra: '<p>{{site}}的考试带准考证<img src="x" onerror="alert(1)"></p>', contact: '教务处 8001' }

async function siteOf(answer: Parameters<typeof fakeServer>[0][string]) {
  fakeServer({ [siteInfo.help.path]: answer, [siteInfo.detail.path]: { data: { siteName: '云栖<学院>', props: { siteKind: 'none' } } } })
  await reloadSite()
}

test('the own text stands above the handbooks with the name of the site, cleaned, and the contact below them', async () => {
  await siteOf({ data: help })
  show(page, { path: '/help' })
  const own = await screen.findByRole('region', { name: '本站说明' })
  const text = await within(own).findByText(/带准考证/)
  expect(text.textContent).toBe('云栖<学院>的考试带准考证')
  expect(own.querySelector('[onerror]')).toBeNull()
  expect(await screen.findByText('仍有问题？联系教务处 8001')).toBeTruthy()
})

test('a chapter names the site and ends with the contact; the way to the own text stands first', async () => {
  await siteOf({ data: help })
  const { mouse } = show(page, { path: '/help/learner/sign-in' })
  expect(await screen.findByText(/用浏览器打开云栖<学院>的网址/)).toBeTruthy()
  const contents = screen.getByRole('navigation', { name: '全部目录' })
  const [first] = await within(contents).findAllByRole('link')
  expect(first?.textContent).toBe('本站说明')
  expect(screen.getByText('仍有问题？联系教务处 8001')).toBeTruthy()
  await mouse.click(first ?? document.body)
  expect(await screen.findByRole('heading', { name: '本站说明' })).toBeTruthy()
  expect(await screen.findByText(/带准考证/)).toBeTruthy()
})

test('the search finds the own text first', async () => {
  await siteOf({ data: help })
  const { mouse } = show(page, { path: '/help' })
  await screen.findByRole('region', { name: '本站说明' })
  await mouse.type(screen.getByRole('searchbox', { name: '搜索帮助' }), '准考证')
  expect((await screen.findAllByRole('link', { name: '本站说明' })).length).toBe(1)
})

test('the drawer has both', async () => {
  await siteOf({ data: help })
  const { mouse } = show(<HelpDrawer onClose={() => undefined} />, { path: '/login' })
  const drawer = screen.getByRole('complementary', { name: '帮助' })
  await mouse.click(await within(drawer).findByRole('link', { name: '本站说明' }))
  expect(await within(drawer).findByText(/带准考证/)).toBeTruthy()
  expect(within(drawer).getByRole('heading', { name: '本站说明' })).toBe(document.activeElement)
  expect(within(drawer).getByText('仍有问题？联系教务处 8001')).toBeTruthy()
})

test.each([
  ['has none', { data: { extra: '', contact: '' } }],
  ['cannot be asked, as without a network', new TypeError('Failed to fetch')],
])('nothing shows where the site %s', async (_what, answer) => {
  await siteOf(answer)
  const { router } = show(page, { path: '/help/site' })
  expect(await screen.findByRole('heading', { name: '帮助' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/help')
  expect(screen.getByRole('region', { name: '学员手册' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: '本站说明' })).toBeNull()
  expect(screen.queryByText(/仍有问题/)).toBeNull()
})
