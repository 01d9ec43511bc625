// Dialogs of the watch page: while one is open, nothing moves.
import { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { dictionary, page, refused } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import ExamWatchDetailPage from './admin/ExamWatchDetailPage.tsx'

const handed = (id: string, realName: string) => ({
  id,
  realName,
  handTime: '2026-11-20 10:00:00',
  userTime: 3,
  exState: ExState.normal,
  exState_dictText: '正常',
  exMsg: '',
  leaveTimes: 0,
})
const waiting = {
  id: '9',
  examId: '5',
  examId_dictText: '消防考试',
  userId: '11',
  applyUser_dictText: '王秀兰',
  deptCode_dictText: '客房部',
  applyTime: '2026-11-20 10:00:00',
  applyMsg: '忘记密码',
  auditState: AuditState.waiting,
  auditState_dictText: '待审核',
  auditBy_dictText: '',
  auditTime: null,
  auditMsg: '',
  auditUsed: false,
}
const answers = {
  [watch['watch-stat'].path]: {
    data: { title: '消防考试', requireCount: 2, processCount: 0, handCount: 1, missCount: 0, awaitedCount: 0 },
  },
  [watch['process-paging'].path]: page([]),
  [socket.ticket.path]: new Error('no line'),
}
const path = '/?examId=5'

beforeEach(async () => {
  localStorage.clear()
  await signInWith(['exam:watch', 'exam:apply:list', 'exam:apply:audit'])
})

it('pauses while the reopen dialog is open, and keeps the dialog when its row has left the page', async () => {
  let rows = [handed('1', '王秀兰')]
  fakeServer({ ...answers, [watch['hand-paging'].path]: () => page([...rows]) })
  const { mouse } = show(<ExamWatchDetailPage />, { path })
  await mouse.click(await screen.findByRole('tab', { name: '已交卷' }))
  await mouse.click(await screen.findByRole('button', { name: '恢复考试：王秀兰' }))
  const dialog = await screen.findByRole('dialog')
  expect(screen.getByText('已暂停刷新')).toBeTruthy()
  await mouse.type(within(dialog).getByLabelText('恢复原因'), '误交卷')
  rows = [handed('2', '李海燕')]
  await mouse.click(screen.getByText('异常'))
  await waitFor(() => expect(screen.queryByRole('cell', { name: '王秀兰' })).toBeNull())
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('恢复原因').value).toBe('误交卷')
  expect(dialog.isConnected).toBe(true)
})

it('shows the allowed refresh intervals, and continues with the last valid one', async () => {
  fakeServer(answers)
  const { mouse } = show(<ExamWatchDetailPage />, { path })
  const field = await screen.findByRole('spinbutton', { name: /刷新间隔/ })
  for (const wrong of ['4', '1000', '7.5']) {
    await mouse.clear(field)
    await mouse.type(field, wrong)
    await mouse.tab()
    expect(field).toHaveProperty('value', wrong)
    expect(screen.getByRole('alert').textContent).toBe('请填写5到999之间的整数')
  }
  await mouse.clear(field)
  await mouse.type(field, '999')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('filters candidates by name and by signals', async () => {
  const sent = fakeServer(answers)
  const { mouse } = show(<ExamWatchDetailPage />, { path })
  await mouse.type(await screen.findByRole('searchbox', { name: '按姓名查找' }), '王{Enter}')
  await mouse.click(screen.getByRole('checkbox', { name: '只看异常' }))
  await screen.findByText('没有符合条件的考生')
  await waitFor(() => {
    const asked = bodies(sent, watch['process-paging']).at(-1)
    expect(asked).toMatchObject({ current: 1, params: { examId: '5', realName: '王', flagged: true } })
  })
})

it('does not offer the normal end for a forced close', async () => {
  const stat = { data: { title: '消防考试', requireCount: 2, processCount: 2, handCount: 0, missCount: 0 } }
  fakeServer({ ...answers, [watch['watch-stat'].path]: stat, ...dictionary(['正常', '超时', '全部收卷']) })
  const { mouse } = show(<ExamWatchDetailPage />, { path })
  const button = await screen.findByRole('button', { name: '全部收卷' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await mouse.click(button)
  await mouse.click(within(await screen.findByRole('dialog')).getByRole('combobox'))
  await screen.findByTitle('超时')
  expect(screen.queryByTitle('正常')).toBeNull()
})

it('keeps the last data while the server does not answer, and shows a notice', async () => {
  const one = { id: '1', userId: '2', realName: '王秀兰', online: true, answerCount: 1, quCount: 9, image: '', unlock: null }
  const facts = { startTime: '2026-11-20 10:00:00', deadline: '2026-11-20 11:00:00', extraMinutes: 0, leaveTimes: 0, flagTimes: 0 }
  let isDown = false
  const whileUp = (answer: object) => () => (isDown ? refused('fault') : answer)
  fakeServer({
    ...answers,
    [watch['watch-stat'].path]: whileUp(answers[watch['watch-stat'].path] as object),
    [watch['process-paging'].path]: whileUp(page([{ ...one, ...facts }])),
  })
  const Timer = () => {
    const client = useQueryClient()
    return <button onClick={() => void client.invalidateQueries()}>到点</button>
  }
  const { mouse } = show(
    <>
      <Timer />
      <ExamWatchDetailPage />
    </>,
    { path },
  )
  await screen.findByText('1/9')
  isDown = true
  await mouse.click(screen.getByRole('button', { name: '到点' }))
  await screen.findByText('刷新失败，显示的是之前的情况')
  expect(screen.getByText('连接中断，正在重试')).toBeTruthy()
  expect(screen.getByText('1/9')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /重\s?试/ })).toBeNull()
})

it('pauses while an application is being decided', async () => {
  fakeServer({ ...answers, [apply.paging.path]: page([waiting]) })
  const { mouse } = show(<ExamWatchDetailPage />, { path })
  await mouse.click(await screen.findByRole('tab', { name: '考试申请' }))
  await mouse.click(await screen.findByRole('button', { name: '审核王秀兰的考试申请' }))
  const dialog = await screen.findByRole('dialog')
  expect(screen.getByText('已暂停刷新')).toBeTruthy()
  await mouse.click(within(dialog).getByRole('button', { name: /取\s*消/ }))
  await waitFor(() => expect(screen.queryByText('已暂停刷新')).toBeNull())
})

/** The page's socket, replaced for the rest of the test. @returns a function that sends a message over it */
function stubSocket() {
  const lines: EventTarget[] = []
  const real = globalThis.WebSocket
  onTestFinished(() => {
    globalThis.WebSocket = real
  })
  globalThis.WebSocket = class extends EventTarget {
    constructor() {
      super()
      lines.push(this)
    }
    close() {
      this.dispatchEvent(new Event('close'))
    }
  } as unknown as typeof WebSocket
  return (change: object) => act(() => void lines.at(-1)?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(change) })))
}

it('counts a change once that arrived while a dialog was open and was refetched afterwards', async () => {
  const send = stubSocket()
  let handCount = 1
  fakeServer({
    ...answers,
    [socket.ticket.path]: { data: { ticket: 'x' } },
    [watch['watch-stat'].path]: () => ({ data: { title: '消防考试', requireCount: 20, processCount: 9, handCount, missCount: 7 } }),
    [watch['hand-paging'].path]: page([handed('1', '王秀兰')]),
    [watch.reopen.path]: { data: { deadlineAt: '2026-11-20 11:00:00' } },
  })
  const { mouse } = show(<ExamWatchDetailPage />, { path })
  await mouse.click(await screen.findByRole('tab', { name: '已交卷' }))
  await mouse.click(await screen.findByRole('button', { name: '恢复考试：王秀兰' }))
  const dialog = await screen.findByRole('dialog')
  await mouse.type(within(dialog).getByLabelText('恢复原因'), '误交卷')
  handCount = 3
  send({ papers: {}, started: [], handed: ['2', '3'], applied: 0, asked: 0 })
  const figures = screen.getByRole('complementary', { name: '监考操作' })
  expect(within(figures).getByText('1')).toBeTruthy()
  await mouse.click(within(dialog).getByRole('button', { name: /确\s*定/ }))
  await waitFor(() => expect(screen.queryByText('已暂停刷新')).toBeNull())
  await waitFor(() => expect(within(figures).getByText('3')).toBeTruthy())
  expect(within(figures).getByText('9')).toBeTruthy()
})

it('names candidates who got less extra time because the exam ends earlier', async () => {
  const messages = notices()
  fakeServer({
    ...answers,
    [watch['extra-time'].path]: { data: { papers: 8, partly: 3, leastSeconds: 200, unmoved: 2, remembered: null } },
  })
  const { mouse } = show(<ExamWatchDetailPage />, { path })
  await mouse.click(await screen.findByRole('button', { name: '全体补时' }))
  const dialog = await screen.findByRole('dialog')
  await mouse.type(within(dialog).getByLabelText('补时原因'), '停电')
  await mouse.click(within(dialog).getByRole('button', { name: /确\s*定/ }))
  await waitFor(() => expect(messages).toEqual(['3人受考试结束时间限制没有补足，最少的只延长3分20秒；2人受考试结束时间限制没有延长']))
})
