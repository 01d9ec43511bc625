import { siteInfo } from '@shuyuan/contract/site/config/config-site.ts'
import { statFind } from '@shuyuan/contract/stat/find.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { show as render } from '../../../test/render.tsx'
import type { PageRoute } from '../routes/menu.ts'
import { startI18n } from '../../kernel/i18n.ts'
import { reloadSite } from '../../shared/session/session.ts'
import MenuSearch from './MenuSearch.tsx'

const route = (path: string, group: string, title: string, { hidden = false, component = '' } = {}): PageRoute => ({
  path,
  title,
  name: '',
  component,
  layout: 'Layout',
  hidden,
  crumbs: [
    { title: group, path: undefined },
    { title, path },
  ],
  highlight: path,
})
const routes = [
  route('/admin/exam/list', '考试', '考试管理'),
  route('/admin/exam/watch', '考试', '考试监控'),
  route('/admin/repo/list', '题库', '题库管理'),
  route('/admin/exam/update/:id', '考试', '修改考试', { hidden: true }),
  route('/admin/exam/add/:tmplId', '考试', '新建考试', { hidden: true }),
  route('/admin/exam/view/:id', '考试', '考试概况', { hidden: true, component: 'stat/admin/ExamViewPage' }),
  route('/admin/user/list', '用户', '用户管理', { component: 'sys/admin/UserListPage' }),
]

let closed = 0
function open() {
  closed = 0
  const { router, mouse } = render(<MenuSearch routes={routes} onClose={() => closed++} />)
  return { box: screen.getByRole('searchbox'), router, mouse }
}
const found = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('button span')?.textContent)
const nothing = { [statFind.all.path]: { data: [] } }

it('lists the pages that may be opened, and pages that create something', () => {
  fakeServer(nothing)
  open()
  expect(found()).toEqual(['考试 / 考试管理', '考试 / 考试监控', '题库 / 题库管理', '新建考试', '用户 / 用户管理'])
})

it('finds by title and by path', async () => {
  fakeServer(nothing)
  const { box, mouse } = open()
  await mouse.type(box, '监控')
  expect(found()).toEqual(['考试 / 考试监控'])
  await mouse.clear(box)
  await mouse.type(box, 'repo')
  expect(found()[0]).toBe('题库 / 题库管理')
  await mouse.clear(box)
  await mouse.type(box, '没有这个')
  expect(screen.getByText('暂无相关数据！')).toBeDefined()
})

it('works by keyboard', async () => {
  fakeServer(nothing)
  const { box, router, mouse } = open()
  await mouse.type(box, '{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  expect(router.state.location.pathname).toBe('/admin/repo/list')
  expect(closed).toBe(1)
})

it('finds objects in groups, and opens the page that the caller has for them', async () => {
  const sent = fakeServer({
    [statFind.all.path]: {
      data: [
        { kind: 'exam', records: [{ id: '7', title: '红隼考试', hint: '2026-11-23 09:00' }] },
        { kind: 'user', records: [{ id: '8', title: '红隼一', hint: 'kestrel01 北店', account: 'kestrel01' }] },
        { kind: 'course', records: [{ id: '9', title: '红隼课程', hint: '' }] },
      ],
    },
  })
  const { box, router, mouse } = open()
  await mouse.type(box, '红隼')
  await waitFor(() => expect(found()).toEqual(['红隼考试', '红隼一']))
  expect(screen.getByText('用户')).toBeDefined()
  expect(bodies(sent, statFind.all).at(-1)).toEqual({ word: '红隼' })
  await mouse.type(box, '{ArrowDown}{Enter}')
  expect(router.state.location).toMatchObject({ pathname: '/admin/user/list', search: '?userName=kestrel01' })
})

describe('settings, switches and modules', () => {
  const settings = [
    ...routes,
    { ...route('/admin/sys/config', '系统', '站点信息'), name: 'SysConfig' },
    { ...route('/admin/sys/switch', '系统', '功能开关'), name: 'SysSwitch' },
  ]
  const props = { moduleExam: true, moduleCourse: true, moduleCert: false }
  async function openWith(which: PageRoute[], certs: boolean) {
    fakeServer({ ...nothing, [siteInfo.detail.path]: { data: { props: { ...props, moduleCert: certs } } } })
    await reloadSite()
    const { router, mouse } = render(<MenuSearch routes={which} onClose={() => undefined} />)
    return { box: screen.getByRole('searchbox'), router, mouse }
  }

  it('finds a switch by its words, and opens its page at it', async () => {
    const { box, router, mouse } = await openWith(settings, true)
    await mouse.type(box, '发票')
    expect(found()[0]).toBe('发票申请')
    await mouse.type(box, '{Enter}')
    expect(router.state.location).toMatchObject({ pathname: '/admin/sys/switch', search: '?at=invoiceApply' })
  })

  it.each([
    ['xjks', '新建考试'],
    ['kfzc', '开放注册'],
    ['tkgl', '题库 / 题库管理'],
    ['invoice', '发票申请'],
    ['certificate', '证书模块'],
  ])('finds %s: %s', async (word, title) => {
    await startI18n(async () => (await import('../english.ts')).catalogue)
    const { box, mouse } = await openWith(settings, true)
    await mouse.type(box, word)
    await waitFor(() => expect(found()).toContain(title))
  })

  it('says where a module that is off is turned on, to users who may', async () => {
    const { box, router, mouse } = await openWith(settings, false)
    await mouse.type(box, '证书')
    expect(found()).toEqual(['证书模块未开启，去开启'])
    await mouse.type(box, '{Enter}')
    expect(router.state.location).toMatchObject({ pathname: '/admin/sys/config', search: '?at=moduleCert' })
  })

  it('says nothing of it to others', async () => {
    const { box, mouse } = await openWith(routes, false)
    await mouse.type(box, '证书')
    expect(found()).toEqual([])
  })
})
