import { describe, expect, it } from 'vitest'
import { chapterOfPage, pageAt } from './chapters.ts'
import { find } from './search.ts'

const entries = [
  { id: 'teacher/results', title: '成绩和补考', html: '<h2>步骤</h2><p>点「导出」。</p>' },
  { id: 'teacher/exam', title: '发布考试', html: '<h2>补考怎么办</h2><p>先看成绩 &lt;60&gt;。</p>' },
  { id: 'learner/exam', title: '考试', html: '<p>没有及格的人可以参加补考，Excel 表里有名单。</p>' },
]
const ids = (query: string) => find(query, entries).map(({ id }) => id)

describe('find', () => {
  it('needs every part; titles come before headings, headings before text', () => {
    expect(ids('补考')).toEqual(['teacher/results', 'teacher/exam', 'learner/exam'])
    expect(ids('补考 名单')).toEqual(['learner/exam'])
    expect(ids('补考 没有这个词')).toEqual([])
  })

  it('knows no difference between wide, narrow, large and small letters', () => {
    expect(ids('ｅｘｃｅｌ')).toEqual(['learner/exam'])
  })

  it('shows the place, as text', () => {
    expect(find('<60>', entries)[0]).toMatchObject({ match: '<60>' })
    expect(find('名单', entries)[0]!.before).toContain('Excel 表里有')
  })

  it('finds nothing without words', () => expect(ids('  ')).toEqual([]))
})

describe('pageAt', () => {
  const route = { path: '/admin/exam/list', component: 'exam/admin/ExamListPage' }
  const at = (path: string) => {
    const [pathname = '', search = ''] = path.split('?')
    return chapterOfPage(pageAt(pathname, search, [route as Parameters<typeof pageAt>[2][number]]))
  }

  it('knows menus, learners’ routes, parts of the user centre and pages for visitors', () => {
    expect(at('/admin/exam/list')).toBe('teacher/publish-exam')
    expect(at('/web/exam/check/7')).toBe('learner/before-exam')
    expect(at('/web/uc?to=cert')).toBe('learner/certificates')
    expect(at('/web/uc')).toBe('learner/account')
    expect(at('/login')).toBe('learner/sign-in')
    expect(at('/no/such/page')).toBeUndefined()
  })
})
