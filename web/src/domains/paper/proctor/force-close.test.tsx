// An invigilator writes to candidates, closes their papers with a reason, and finds them among the abnormal ones.
import { ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { HandState, watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { dictionary, page } from '../../../../test/answers.ts'
import { bodies, fakeServer, type Sent } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import ExamWatchDetailPage from './admin/ExamWatchDetailPage.tsx'

const candidate = {
  id: '1',
  userId: '2',
  realName: '王秀兰',
  online: true,
  answerCount: 1,
  quCount: 9,
  image: '',
  unlock: null,
  startTime: '2026-11-20 10:00:00',
  deadline: '2026-11-20 11:00:00',
  extraMinutes: 0,
  extraGained: 0,
  leaveTimes: 0,
  flagTimes: 0,
}
const closed = {
  id: '1',
  realName: '王秀兰',
  handTime: '2026-11-20 10:20:00',
  userTime: 20,
  exState: ExState.proctor,
  exState_dictText: '监考收卷',
  exMsg: '考场停电',
  leaveTimes: 0,
}
const absent = { userId: '4', userName: 'learner44', realName: '李明', deptCode_dictText: '客房部', mobile: '', missState: 'awaited' }

function open() {
  const sent = fakeServer({
    [watch['watch-stat'].path]: {
      data: { title: '消防考试', requireCount: 2, processCount: 1, handCount: 0, missCount: 0, awaitedCount: 1 },
    },
    [watch['process-paging'].path]: page([candidate]),
    [watch['hand-paging'].path]: ({ body }: Sent) =>
      page((body as { params: { handState?: number } }).params.handState === HandState.normal ? [] : [closed]),
    [watch['miss-paging'].path]: page([absent]),
    [watch['force-hand'].path]: { data: true },
    [watch['force-hand-all'].path]: { data: { handed: 1 } },
    [watchMessage['batch-msg'].path]: { data: { success: 1, fail: 2 } },
    [socket.ticket.path]: new Error('no line'),
    ...dictionary(['正常', '超时', '全部收卷']),
  })
  return { sent, ...show(<ExamWatchDetailPage />, { path: '/?examId=5' }) }
}
const dialog = async () => within(await screen.findByRole('dialog'))

beforeEach(async () => {
  localStorage.clear()
  await signInWith(['exam:watch'])
})

it('closes the paper of one candidate, with a reason only', async () => {
  const { sent, mouse } = open()
  const card = within((await screen.findByText('1/9')).closest('li')!)
  await mouse.click(card.getByRole('button', { name: '收卷' }))
  const asked = await dialog()
  await mouse.click(asked.getByRole('button', { name: /确\s?定/ }))
  expect(await asked.findByText('收卷理由必须填写！')).toBeTruthy()
  expect(bodies(sent, watch['force-hand'])).toEqual([])
  await mouse.type(asked.getByRole('textbox'), '考试期间使用手机')
  await mouse.click(asked.getByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(bodies(sent, watch['force-hand'])).toEqual([{ paperId: '1', message: '考试期间使用手机' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('writes to all, and says how many got it', async () => {
  const said = notices()
  const { sent, mouse } = open()
  await mouse.click(await screen.findByRole('button', { name: '群发消息' }))
  const asked = await dialog()
  await mouse.type(asked.getByRole('textbox'), '还剩五分钟')
  await mouse.click(asked.getByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(said).toEqual(['消息发送成功！1人在线收到，2人离线，上线后可见。']))
  expect(bodies(sent, watchMessage['batch-msg'])).toEqual([{ examId: '5', message: '还剩五分钟' }])
})

it('closes all papers with a cause and a reason; they are listed as abnormal', async () => {
  const { sent, mouse } = open()
  const button = await screen.findByRole('button', { name: '全部收卷' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await mouse.click(button)
  const asked = await dialog()
  expect(asked.getByText('交卷后考生将无法继续考试，确实要全部交卷吗？')).toBeTruthy()
  await mouse.click(asked.getByRole('button', { name: /确\s?定/ }))
  for (const text of ['考卷状态必须选择！', '收卷理由必须填写！']) expect(await asked.findByText(text)).toBeTruthy()
  await mouse.click(asked.getByRole('combobox'))
  await mouse.click(await screen.findByTitle('全部收卷'))
  await mouse.type(asked.getByRole('textbox'), '考场停电')
  await mouse.click(asked.getByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(bodies(sent, watch['force-hand-all'])).toEqual([{ examId: '5', exState: ExState.leave, message: '考场停电' }]))
  await mouse.click(screen.getByRole('tab', { name: '已交卷' }))
  await mouse.click(await screen.findByText('异常'))
  await waitFor(() => expect(bodies(sent, watch['hand-paging']).at(-1)).toMatchObject({ params: { handState: HandState.abnormal } }))
  expect(await screen.findByRole('row', { name: /王秀兰.*监考收卷.*考场停电/ })).toBeTruthy()
  await mouse.click(screen.getByText('正常', { selector: '[class*=segmented] *' }))
  await waitFor(() => expect(screen.queryByText('考场停电')).toBeNull())
})

it('lists who has not come by name', async () => {
  const { sent, mouse } = open()
  await mouse.click(await screen.findByRole('tab', { name: '未到' }))
  const row = (await screen.findByText('李明')).closest('tr')!
  expect([...row.querySelectorAll('td')].map((one) => one.textContent)).toEqual(
    expect.arrayContaining(['李明', 'learner44', '客房部', '未到']),
  )
  expect(bodies(sent, watch['miss-paging'])).toMatchObject([{ params: { examId: '5' } }])
})
