import type { Site } from '@shuyuan/contract/site/config/config-site.ts'
import { describe, expect, it } from 'vitest'
import { learnerRoutes, startPath, tabBar, topMenu } from './learnerRoutes.ts'

const site = (props: Record<string, unknown>) => ({ props: { moduleCourse: true, moduleExam: true, ...props } }) as unknown as Site
const all = () => true
const titles = (menu: ReturnType<typeof topMenu>) =>
  menu.map((entry) => ('children' in entry ? [entry.title, ...entry.children.map((one) => one.title)] : entry.title))

describe('topMenu', () => {
  it('is fixed', () => {
    expect(titles(topMenu(site({}), all))).toEqual([
      ['在线学习', '课程学习', '题库训练', '知识对战', '答题活动'],
      '在线考试',
      '我的成绩',
      '系统公告',
      '用户中心',
    ])
  })

  it('follows the module flags in every notation', () => {
    expect(titles(topMenu(site({ moduleExam: '0' }), all))).toEqual(['课程学习', '系统公告', '用户中心'])
    expect(titles(topMenu(site({ moduleCourse: false, moduleExam: '1' }), all))).toEqual([
      ['在线学习', '题库训练', '知识对战', '答题活动'],
      '在线考试',
      '我的成绩',
      '系统公告',
      '用户中心',
    ])
  })

  it('has the team of a leader only', () => {
    expect(titles(topMenu(site({}), all, true)).slice(-3)).toEqual(['我的团队', '系统公告', '用户中心'])
  })

  it('leaves out entries without a page', () => {
    expect(titles(topMenu(site({}), (key) => key.startsWith('exam/') || key.startsWith('paper/')))).toEqual(['在线考试', '我的成绩'])
  })
})

describe('tabBar', () => {
  const bar = (props: Record<string, unknown>) => {
    const { tabs, more } = tabBar(topMenu(site(props), all))
    return [tabs.map(({ title }) => title), more.map(({ title }) => title)]
  }

  it('keeps four tabs and lists the rest', () => {
    expect(bar({})).toEqual([
      ['课程学习', '题库训练', '在线考试', '我的成绩'],
      ['知识对战', '答题活动', '系统公告', '用户中心'],
    ])
    expect(bar({ moduleCourse: '0' })).toEqual([
      ['题库训练', '知识对战', '在线考试', '我的成绩'],
      ['答题活动', '系统公告', '用户中心'],
    ])
  })

  it('lists nothing where everything fits', () => {
    expect(bar({ moduleExam: '0' })).toEqual([['课程学习', '系统公告', '用户中心'], []])
  })
})

it('starts with the courses, or with the exams where courses are off', () => {
  expect(startPath(site({}), all)).toBe('/web/index')
  expect(startPath(undefined, all)).toBe('/web/index')
  expect(startPath(site({ moduleCourse: '0' }), all)).toBe('/web/course')
  expect(startPath(site({}), () => false)).toBe('/web/course')
})

it('keeps an existing entry highlighted on every page', () => {
  const paths = learnerRoutes.map((route) => route.path)
  expect(learnerRoutes.every((route) => route.highlight === undefined || paths.includes(route.highlight))).toBe(true)
  expect(learnerRoutes.find((route) => route.path === '/web/exam/start/:id')?.bare).toBe(true)
})
