// A marker goes through hand-ins by the keyboard, returns one, and sees a message when another marker was earlier.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { refused } from '../../../../../test/answers.ts'
import { bodies, fakeServer, type Sent } from '../../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../../test/render.tsx'
import WorkMarkPage from './WorkMarkPage.tsx'

const hand = (id: string, more: object = {}) => ({
  id,
  courseId: '2',
  fileId: '3',
  title: '行李寄存流程',
  courseTitle: '行李服务',
  realName: `学员${id}`,
  userName: `u${id}`,
  deptName: '前厅部',
  tryNo: 1,
  state: HandState.handed,
  handTime: '2026-12-01 09:00:00',
  lateDays: 0,
  finalScore: null,
  maxScore: 100,
  passed: null,
  mayMark: true,
  version: 4,
  blind: false,
  task: '<p>写步骤</p>',
  content: `${id} 的步骤`,
  files: [],
  passScore: 60,
  latePercent: 0,
  score: null,
  lines: [],
  comment: '',
  markBy_dictText: '',
  markTime: null,
  waiting: 3,
  rubric: [
    { id: 'r1', text: '步骤完整', points: 70 },
    { id: 'r2', text: '字迹潦草', points: -10 },
  ],
  ...more,
})
const order = ['29', '30', '31']
const page = (
  <Routes>
    <Route path="/admin/course/work/mark/:id" element={<WorkMarkPage />} />
    <Route path="/admin/course/work" element={<p>列表</p>} />
  </Routes>
)
const score = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: '得分' }).value
const key = (name: string, more: object = {}) => fireEvent.keyDown(document.body, { key: name, ...more })
const line = (at: number) => key(String(at), { altKey: true, code: `Digit${at}` })

it('lines by Alt and a digit, saving by Ctrl and Enter, a return with its reason, and a refusal', async () => {
  await signInWith(['course:work'])
  const said = notices()
  let isMarked = false
  const next = ({ body }: Sent) => {
    const { id, after } = body as { id?: string; after?: string }
    const found = id ?? order[order.indexOf(after ?? '') + 1]
    const marked = isMarked && found === '31' ? { score: 80, state: HandState.marked, version: 5 } : {}
    return { data: found === undefined ? null : hand(found, marked) }
  }
  const sent = fakeServer({
    [courseWork.next.path]: next,
    [courseWork.similar.path]: { data: { compared: 0, rows: [] } },
    [courseWork.mark.path]: ({ body }) => {
      if ((body as { id: string }).id !== '31') return { data: { version: 5, finalScore: 60, passed: true } }
      isMarked = true
      return refused('workChanged')
    },
    [courseWork.return.path]: { data: { version: 5 } },
  })
  const { mouse } = show(page, { path: '/admin/course/work/mark/29?fileId=3' })
  expect(await screen.findByText('29 的步骤')).toBeTruthy()
  line(1)
  await expect.poll(score).toBe('70')
  line(2)
  await expect.poll(score).toBe('60')
  key('Enter', { ctrlKey: true })

  expect(await screen.findByText('30 的步骤')).toBeTruthy()
  expect(bodies(sent, courseWork.mark)).toEqual([{ id: '29', version: 4, score: 60, lines: ['r1', 'r2'], comment: '' }])
  expect(said).toContain('已批改：60 分，通过')
  await mouse.click(screen.getByRole('button', { name: '退回重做' }))
  const dialog = within(await screen.findByRole('dialog', { name: '退回重做' }))
  await mouse.click(dialog.getByRole('button', { name: '确定' }))
  expect(bodies(sent, courseWork.return)).toEqual([])
  await mouse.type(dialog.getByRole('textbox', { name: '退回原因' }), '请补充')
  await mouse.click(dialog.getByRole('button', { name: '确定' }))

  expect(await screen.findByText('31 的步骤')).toBeTruthy()
  expect(bodies(sent, courseWork.return)).toEqual([{ id: '30', version: 4, comment: '请补充' }])
  key('f')
  await expect.poll(score).toBe('100')
  key('Enter', { ctrlKey: true })
  expect(await screen.findByText('这份作业刚被其他人批改或退回，请重新载入')).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: '重新载入' }))
  await expect.poll(score).toBe('80')
})
