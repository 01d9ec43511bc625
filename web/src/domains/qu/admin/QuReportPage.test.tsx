import { quMark, ReportState } from '@shuyuan/contract/qu/bank/mark.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import QuReportPage from './QuReportPage.tsx'

beforeEach(() => signInWith(['qu:list', 'qu:update']))

it('lists what learners report, with the way to the question and the handling', async () => {
  const row = {
    id: '3',
    quId: '41',
    title: '如何灭火？',
    repoId_dictText: '消防',
    kind: 'stem',
    content: '题干少了一个字',
    realName: '王秀兰',
  }
  fakeServer({
    [quMark['report-paging'].path]: page([{ ...row, state: ReportState.waiting, reply: '', createTime: '2026-11-20 10:00:00' }]),
  })
  show(<QuReportPage />)
  expect(await screen.findByText('题干少了一个字')).toBeTruthy()
  expect(screen.getByText('编辑试题').getAttribute('href')).toBe('/admin/repo/qu/update/41')
  expect(screen.getByText('处理')).toBeTruthy()
})
