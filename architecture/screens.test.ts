// Every screen that the specification lists (screens.md) has its page: menus of the back office, fixed pages, routes of learners and visitors.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { baseMenus } from '../server/src/seed/base-menus.ts'
import type { SeedMenu } from '../server/src/seed/menu-shape.ts'
import { ucParts } from '../web/src/app/learner/uc-parts.ts'

const place = (path: string) => fileURLToPath(new URL(`../web/src/${path}`, import.meta.url))
const read = (path: string) => readFileSync(place(path), 'utf8')

/** screens.md §2.1, by route name. */
const admin = [
  ['Dashboard', 'ExamList', 'ExamAdd', 'ExamUpdate', 'TmplList', 'TmplAdd', 'ExamWatchList', 'ExamWatchDetail', 'ExamApplyList'],
  ['ReviewPaperList', 'ReviewPaperDetail', 'PaperList', 'ShowExam', 'BattleList', 'ActivityList', 'RepoList', 'QuList', 'TrainList'],
  [
    'CourseList',
    'CourseAdd',
    'CourseUpdate',
    'CourseFileList',
    'CourseStat',
    'CourseFaceList',
    'LiveList',
    'CertList',
    'CertAdd',
    'CertGrantList',
  ],
  ['CourserOrder', 'InvoiceList', 'PayConfig', 'SysNotice', 'NotifyTmplList', 'NotifyLogList', 'PointsRule', 'PointsLog'],
  ['SysUser', 'SysDepart', 'SysGroup', 'GroupUser', 'SysRole', 'RealAudit', 'SysMenu', 'SysDic', 'SysConfig', 'SysSwitch'],
  ['PropUpload', 'PropFace', 'PropLive', 'SysLog'],
].flat()

/** Pages of the back office that no menu leads to. */
const fixed = ['/profile/index', '/profile/message']

/** §2.2; parameters are compared by their place. */
const learner = [
  [
    '/web/index',
    '/web/course/view/:',
    '/web/course/view/:/:',
    '/web/course',
    '/web/exam/check/:',
    '/web/exam/start/:',
    '/web/exam/result/:',
  ],
  [
    '/web/qu/view/:',
    '/web/paper',
    '/web/book',
    '/web/book/list/:',
    '/web/repo',
    '/web/repo/view/:',
    '/web/repo/training/:/:',
    '/web/repo/repo/:',
  ],
  ['/web/notice', '/web/notice/detail/:', '/web/uc', '/web/battle', '/web/battle/:', '/web/activity', '/web/activity/:'],
].flat()

const visitor = ['login', 'register', 'forgot', 'sync', '404', '401', 'license/*', 'pages/cam']

/** Tabs of the user centre, by their key. */
const centre = ['msg', 'account', 'points', 'cert', 'train', 'learn', 'pay', 'real', 'profile', 'password']

const allOf = (menus: readonly SeedMenu[]): SeedMenu[] => menus.flatMap((menu) => [menu, ...allOf(menu.children ?? [])])
const pathsIn = (text: string) => [...text.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path.replaceAll(/:\w+/g, ':'))
const missing = (wanted: readonly string[], found: readonly string[]) => wanted.filter((one) => !found.includes(one))

test('the back office has a menu or a route for each screen', () => {
  const menus = allOf(baseMenus)
  expect(
    missing(
      admin,
      menus.map((menu) => menu.name),
    ),
  ).toEqual([])
  const paged = menus.filter((menu) => admin.includes(menu.name))
  expect(paged.filter((menu) => !menu.component?.endsWith('Page')).map((menu) => menu.name)).toEqual([])
  const pages = read('app/admin/fixedPages.ts')
  expect(fixed.filter((path) => !pages.includes(`'${path}'`))).toEqual([])
})

test('learners have a route for each screen, and a tab of the user centre', () => {
  const routes = read('app/routes/learnerRoutes.ts')
  expect(missing(learner, pathsIn(routes))).toEqual([])
  const tabs = Object.keys(ucParts)
  expect(missing(centre, tabs)).toEqual([])
})

test('visitors have a route for each screen, with its page', () => {
  const router = read('app/routes/router.tsx')
  expect(missing(visitor, pathsIn(router.replaceAll(/\/:\w+\?/g, '')))).toEqual([])
  const files = [...router.matchAll(/import\('\.\.\/(visitor\/\w+\.tsx)'\)/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => !existsSync(place(`app/${file}`)))).toEqual([])
})
