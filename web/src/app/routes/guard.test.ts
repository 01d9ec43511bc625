import { config } from '@shuyuan/contract/site/config/config.ts'
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { learner, refused, session, teacher } from '../../../test/answers.ts'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { type Notice, onNotice } from '../../kernel/notify.ts'
import { getToken, setToken } from '../../kernel/call/token.ts'
import { currentSession, reloadSite, shownUser } from '../../shared/session/session.ts'
import { noteArrival } from './arrival.ts'
import { guard } from './guard.ts'

const at = (path: string) => guard(new URL(path, 'http://localhost'))
const page = {
  id: '2',
  menuType: MenuType.menu,
  metaTitle: '考试管理',
  path: 'list',
  component: 'exam/admin/ExamListPage',
  hidden: false,
  sort: 1,
  children: [],
}
const menus = [{ ...page, id: '1', metaTitle: '考试', path: '/admin/exam', component: 'Layout', children: [page] }]
const site = { [config.detail.path]: { data: { siteName: '书院' } } }
const staff = {
  ...site,
  ...session(teacher, menus),
  [user.isComplete.path]: { data: { code: 0, complete: true } },
}
const pupil = { ...staff, ...session(learner) }

let notices: Notice[] = []
let release: () => void
let count = 0
const signedIn = () => setToken(`guard-${++count}`)
beforeEach(() => {
  setToken('')
  notices = []
  release = onNotice((notice) => notices.push(notice))
})
afterEach(() => release())
const shown = () => notices.map((notice) => notice.text)

it('sends learners from the pages of the back office for the own account to those of the user centre', async () => {
  fakeServer(pupil)
  signedIn()
  expect(await at('/profile/index')).toBe('/web/uc?to=profile')
  expect(await at('/profile/message')).toBe('/web/uc?to=msg')
  fakeServer(staff)
  signedIn()
  expect(await at('/profile/index')).toBeUndefined()
})

it('leads to a new password before every page, with the way back, and from there to the page', async () => {
  fakeServer({ ...pupil, [user.info.path]: refused('mustChangePass') })
  signedIn()
  expect(await at('/web/exam')).toBe('/new-password?redirect=%2Fweb%2Fexam')
  expect(await at('/')).toBe('/new-password')
  expect(await at('/second-factor?redirect=%2Fweb%2Fexam')).toBe('/new-password?redirect=%2Fweb%2Fexam')
  expect(await at('/new-password')).toBeUndefined()
  fakeServer(pupil)
  expect(await at('/new-password')).not.toBeUndefined()
  setToken('')
  expect(await at('/new-password')).toBe('/login?redirect=%2Fnew-password')
})

describe('without a token', () => {
  it('lets visitors open the public pages', async () => {
    fakeServer(site)
    for (const path of ['/login', '/register', '/forgot', '/ldap-login', '/lti', '/401', '/404', '/sync', '/license'])
      expect(await at(path)).toBeUndefined()
  })

  it('sends visitors from all other pages to /login, with the way back', async () => {
    fakeServer(site)
    expect(await at('/admin/exam/list?current=2')).toBe(`/login?redirect=${encodeURIComponent('/admin/exam/list?current=2')}`)
    expect(await at('/web/course')).toBe('/login?redirect=%2Fweb%2Fcourse')
  })

  it('works without the site’s name', async () => {
    fakeServer({})
    expect(await at('/login')).toBeUndefined()
  })
})

describe('with a token', () => {
  it('goes from /login and the root to the landing path', async () => {
    fakeServer(staff)
    signedIn()
    expect(await at('/')).toBe('/admin/exam/list')
    expect(await at('/login?redirect=%2Fx')).toBe('/admin/exam/list')
    expect(await at('/admin/exam/list')).toBeUndefined()
  })

  it('asks the administrators of a new site first, on the way to every page, and nobody else', async () => {
    const fresh = { [config.detail.path]: { data: { siteName: '书院', firstRun: true, props: {} } } }
    const admin = { ...teacher, permissions: ['sys:config:update'] }
    fakeServer({ ...staff, ...session(admin, menus), ...fresh })
    await reloadSite()
    signedIn()
    expect(await at('/admin/exam/list')).toBe('/first-run')
    expect(await at('/first-run')).toBeUndefined()
    fakeServer({ ...staff, ...fresh })
    signedIn()
    expect(await at('/admin/exam/list')).toBeUndefined()
    expect(await at('/first-run')).toBe('/')
    fakeServer({ ...staff, ...session(admin, menus), [config.detail.path]: { data: { siteName: '书院', props: {} } } })
    await reloadSite()
    signedIn()
    expect(await at('/admin/exam/list')).toBeUndefined()
    expect(await at('/first-run')).toBe('/')
  })

  it('takes a learner without menus to the learner’s start', async () => {
    fakeServer(pupil)
    signedIn()
    expect(await at('/')).toBe('/web/index')
  })

  it('refuses a back-office user without menus', async () => {
    fakeServer({ ...staff, [menu.routes.path]: { data: [] } })
    signedIn()
    expect(await at('/admin/exam/list')).toBe('/login?redirect=%2Fadmin%2Fexam%2Flist')
    expect(shown()).toEqual(['您无权访问此系统，请联系管理员进行菜单授权！'])
    expect(getToken()).toBe('')
  })

  it('clears the token and shows the error when the user cannot be loaded', async () => {
    fakeServer({ ...staff, [user.info.path]: refused('signedOut') })
    signedIn()
    expect(await at('/web/course')).toBe('/login?redirect=%2Fweb%2Fcourse')
    expect(shown()).toEqual(['登录已失效，请重新登录！'])
    expect(getToken()).toBe('')
  })

  it('keeps the login page when the token turns out to be invalid', async () => {
    fakeServer({ ...staff, [user.info.path]: refused('signedOut') })
    signedIn()
    expect(await at('/login')).toBeUndefined()
    expect(getToken()).toBe('')
  })
})

describe('status guard', () => {
  it('code 9 goes to /login with the way back', async () => {
    fakeServer({ ...pupil, [user.isComplete.path]: { data: { code: 9 } } })
    signedIn()
    expect(await at('/web/exam/check/5?x=1')).toBe(`/login?redirected=${encodeURIComponent('/web/exam/check/5?x=1')}`)
    expect(getToken()).toBe('')
    expect(shown()).toEqual([])
  })

  it('an incomplete profile goes to the user centre', async () => {
    fakeServer({ ...pupil, [user.isComplete.path]: { data: { code: 0, complete: false } } })
    signedIn()
    expect(await at('/web/course')).toBe('/web/uc?redirected=%2Fweb%2Fcourse')
    expect(shown()).toEqual(['请补充完整个人资料！'])
  })

  it('an incomplete profile waits after an arrival from a learning platform, in that session', async () => {
    fakeServer({ ...pupil, [user.isComplete.path]: { data: { code: 0, complete: false } } })
    signedIn()
    noteArrival(getToken())
    expect(await at('/web/exam/check/5')).toBeUndefined()
    expect(await at('/web/exam/start/7')).toBeUndefined()
    expect(shown()).toEqual([])
    setToken(`another session ${++count}`)
    expect(await at('/web/course')).toBe('/web/uc?redirected=%2Fweb%2Fcourse')
  })

  it('does not check on the user centre, nor outside of /web', async () => {
    const sent = fakeServer({ ...staff, [user.isComplete.path]: { data: { code: 9 } } })
    signedIn()
    expect(await at('/web/uc?to=msg')).toBeUndefined()
    expect(await at('/admin/exam/list')).toBeUndefined()
    expect(sent.some((one) => one.path === user.isComplete.path)).toBe(false)
  })

  it('checks before each page of /web', async () => {
    const sent = fakeServer(pupil)
    signedIn()
    await at('/web/course')
    await at('/web/paper')
    expect(bodies(sent, user.isComplete)).toHaveLength(2)
  })
})

describe('/sync', () => {
  it('leaves a living session alone: the page asks', async () => {
    fakeServer(staff)
    signedIn()
    const before = getToken()
    expect(await at('/sync?token=of-somebody-else')).toBeUndefined()
    expect(getToken()).toBe(before)
  })

  it('replaces a session that has ended', async () => {
    fakeServer({ ...staff, [user.info.path]: refused('signedOut') })
    signedIn()
    expect(await at('/sync?token=new-one')).toBe('/')
    expect(getToken()).toBe('new-one')
  })

  it('removes the token from the address', async () => {
    fakeServer(site)
    expect(await at('/sync?token=from-wechat&redirect=%2Fweb%2Fcourse')).toBe('/web/course')
    expect(getToken()).toBe('from-wechat')
  })

  it('leads to no other site', async () => {
    fakeServer(site)
    expect(await at('/sync?token=x&redirect=https%3A%2F%2Fevil.example')).toBe('/')
  })
})

describe('while the server cannot be reached', () => {
  const room = '/web/exam/start/7'
  const reload = (token: string) => localStorage.setItem('token', token)
  beforeEach(() => {
    fakeServer(Object.fromEntries(Object.keys(staff).map((path) => [path, new Response('', { status: 502 })])))
    localStorage.setItem('kept-session', JSON.stringify({ me: learner, menus: [], token: 'kept' }))
  })

  it('opens the exam room for the user that was kept, who is asked for again at the next page', async () => {
    reload('kept')
    expect(await at(room)).toBeUndefined()
    expect(shownUser()?.id).toBe(learner.id)
    expect(currentSession()).toBeUndefined()
    await expect(at('/web/course')).rejects.toMatchObject({ http: 502 })
  })

  it('keeps nobody for another token, and signs nobody out', async () => {
    reload('another')
    await expect(at(room)).rejects.toMatchObject({ http: 502 })
    expect(getToken()).toBe('another')
    setToken('next')
    expect(localStorage.getItem('kept-session')).toBeNull()
  })
})
