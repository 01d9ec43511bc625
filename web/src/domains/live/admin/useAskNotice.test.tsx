import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { useAskNotice } from './useAskNotice.tsx'

beforeEach(() => signInWith(['live:add', 'course:list']))

const form = { title: '第一讲', courseId: '7', teacherId: '5', startTime: '2027-01-05 09:00:00', endTime: '2027-01-05 10:00:00' }
type Asked = Parameters<ReturnType<typeof useAskNotice>['ask']>[0]
const reach = {
  people: 30,
  names: ['客房部'],
  told: 28,
  notice: { title: '直播通知：{{liveTitle}}', content: '主讲人 {{teacherName}}，{{startTime}}' },
  noticeState: 'open',
  courseTitle: '消防安全',
  teacherName: '田老师',
  price: '0.00',
  costPoints: 0,
  courseOpen: true,
}

/** Saves as the form does: asks, and sends the notice of the stored lesson. */
function Saver() {
  const { ask, tell } = useAskNotice(undefined)
  const save = async () => {
    if (await ask(form as Asked)) tell('9')
  }
  return <button onClick={() => void save()}>保存表单</button>
}

function open(more: object = {}) {
  const sent = fakeServer({
    [liveRoom.reach.path]: { data: { ...reach, ...more } },
    [liveRoom.notify.path]: { data: { sent: 28 } },
  })
  return { sent, ...show(<Saver />) }
}
const saveInDialog = () => screen.getByRole('button', { name: /^保\s?存$/ })

it('says who can watch, and sends the notice that it shows', async () => {
  const said = notices()
  const { sent, mouse } = open()
  await mouse.click(screen.getByRole('button', { name: '保存表单' }))
  expect(await screen.findByText('课程“消防安全”的学员可以观看，30 人')).toBeTruthy()
  expect(screen.getByText('范围：客房部')).toBeTruthy()
  expect(screen.getByText('价格：免费')).toBeTruthy()
  await mouse.click(screen.getByRole('checkbox', { name: '通知 28 人' }))
  expect(screen.getByText('主讲人 田老师，2027-01-05 09:00')).toBeTruthy()
  await mouse.click(saveInDialog())
  await waitFor(() => expect(bodies(sent, liveRoom.notify)).toEqual([{ id: '9' }]))
  await waitFor(() => expect(said).toEqual(['直播已保存，已通知 28 人']))
})

it('sends none without the tick, and warns of a disabled course', async () => {
  const { sent, mouse } = open({ courseOpen: false, told: 0 })
  await mouse.click(screen.getByRole('button', { name: '保存表单' }))
  expect(await screen.findByText('课程已停用，启用后学员才能看到这场直播')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: '通知 0 人' })).toHaveProperty('disabled', true)
  await mouse.click(saveInDialog())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies(sent, liveRoom.notify)).toEqual([])
})
