// The list of templates: where each leads.
import { tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import TmplListPage from './TmplListPage.tsx'

it('leads to the whole template, and to an exam of a published one', async () => {
  await signInWith(['tmpl:list', 'qu:list', 'exam:add'])
  const row = { title: '消防卷', quCount: 2, totalScore: 10, remark: '', updateTime: '2026-11-20 09:00:00' }
  const rows = [
    { ...row, id: '4', state: TmplState.published },
    { ...row, id: '5', title: '草稿卷', state: TmplState.draft },
  ]
  fakeServer({ [tmpl.paging.path]: page(rows) })
  show(<TmplListPage />)
  const linksOf = async (title: string) =>
    [...(await screen.findByText(title)).closest('tr')!.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')])
  expect(await linksOf('消防卷')).toEqual([
    ['创建考试', '/admin/exam/add/4'],
    ['预览', '/admin/exam/tmpl/preview/4'],
  ])
  expect(await linksOf('草稿卷')).toEqual([['预览', '/admin/exam/tmpl/preview/5']])
})
