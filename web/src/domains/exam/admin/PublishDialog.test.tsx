import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { PublishDialog } from './PublishDialog.tsx'

const closed = vi.fn<() => void>()
beforeEach(async () => {
  closed.mockClear()
  await signInWith(['exam:update'])
})

const stored = {
  id: '7',
  title: '消防考试',
  openType: ExamOpenType.persons,
  openType_dictText: '指定人员',
  deptCodes: [],
  groups: [],
  users: [],
  offline: false,
  invigilators: [{ id: '5', userName: 'g', realName: '关羽' }],
  startTime: null,
  endTime: null,
  minutes: 60,
  passScore: 12,
}
const reach = {
  people: 30,
  names: ['客房部'],
  told: 28,
  notice: { title: '考试通知：{{examTitle}}', content: '时长 {{minutes}} 分钟' },
  watchers: { people: 2, names: ['田老师', '关羽'], onlyMaker: false },
}
const warning = '除创建人外没有人监考，请在“监考与防作弊”中指定监考人'

function open(watchers: object = {}) {
  const sent = fakeServer({
    [exam.detail.path]: { data: stored },
    [exam.reach.path]: { data: { ...reach, watchers: { ...reach.watchers, ...watchers } } },
    [exam.publish.path]: { data: { sent: 28 } },
  })
  return { sent, ...show(<PublishDialog target={stored} onClose={closed} />) }
}

it('says who, how many and who watches, and sends the notice that it shows', async () => {
  const { sent, mouse } = open()
  expect(await screen.findByText('将对 30 人开放（客房部），时间：长期有效')).toBeTruthy()
  expect(screen.getByText('监考：田老师、关羽')).toBeTruthy()
  expect(screen.queryByText(warning)).toBeNull()
  expect(bodies(sent, exam.reach)).toMatchObject([{ id: '7', invigilatorIds: ['5'] }])
  await mouse.click(screen.getByRole('checkbox', { name: '通知 28 人' }))
  expect(screen.getByText('考试通知：消防考试')).toBeTruthy()
  expect(screen.getByText('时长 60 分钟')).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: /发\s?布/ }))
  await waitFor(() => expect(bodies(sent, exam.publish)).toEqual([{ id: '7', notify: true }]))
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
})

it('warns when only the maker watches', async () => {
  open({ people: 1, names: ['田老师'], onlyMaker: true })
  expect(await screen.findByText(warning)).toBeTruthy()
})
