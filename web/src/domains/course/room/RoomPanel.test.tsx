// A learner's place in a lesson in a room: what is offered in each state, and what is sent.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { RoomPanel } from './RoomPanel.tsx'

const place = { courseId: '1', fileId: '7' }
const free = {
  ...place,
  title: '急救实操',
  place: '大厅',
  startTime: '2030-03-01 09:00:00',
  endTime: '2030-03-01 11:00:00',
  signFrom: '2030-03-01 08:00:00',
  signUntil: '2030-03-01 12:00:00',
  content: '',
  teachers: ['田老师'],
  seats: 10,
  taken: 3,
  enrolUntil: null,
  signOut: false,
  state: null,
  turn: 0,
  inTime: null,
  outTime: null,
  reason: null,
  mayCancel: false,
  finished: false,
}
const full = { ...free, taken: 10 }
const names = async () => {
  await screen.findByText('大厅')
  return screen.queryAllByRole('button').map((one) => one.textContent)
}
const serve = (room: object) =>
  fakeServer({
    [courseRoom.detail.path]: { data: room },
    [courseRoom.enrol.path]: { data: room },
    [courseRoom.cancel.path]: { data: room },
  })

test.each([
  ['free seats', free, ['报名', '加入日历']],
  ['no free seat', full, ['加入候补', '加入日历']],
  ['a list that the teacher makes', { ...free, reason: 'byTeacher' }, ['加入日历']],
  ['an own seat', { ...free, state: SeatState.enrolled, mayCancel: true }, ['加入日历', '取消报名']],
  ['an own seat that cannot be given up', { ...free, state: SeatState.enrolled }, ['加入日历']],
  ['a place in line', { ...full, state: SeatState.waiting, turn: 2, mayCancel: true }, ['退出候补']],
  ['attendance', { ...free, state: SeatState.present, inTime: '2030-03-01 08:55:00', finished: true }, []],
  ['attendance that counts in another course', { ...free, state: SeatState.late, inTime: '2030-03-01 09:20:00' }, ['计入本课程']],
])('with %s it offers what can be done', async (_name, room, buttons) => {
  serve(room)
  show(<RoomPanel {...place} />)
  expect(await names()).toEqual(buttons)
})

test('it says where and when, who teaches, and how many seats are left', async () => {
  serve(free)
  show(<RoomPanel {...place} />)
  await screen.findByText('2030-03-01 09:00 – 11:00')
  expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([
    '2030-03-01 09:00 – 11:00',
    '大厅',
    '田老师',
    '共 10 个，还剩 7 个',
  ])
})

test('enrolling sends the place', async () => {
  const sent = serve(free)
  const { mouse } = show(<RoomPanel {...place} />)
  await mouse.click(await screen.findByRole('button', { name: '报名' }))
  expect(bodies(sent, courseRoom.enrol)).toEqual([place])
})

test('giving a seat up asks first', async () => {
  const sent = serve({ ...full, state: SeatState.enrolled, mayCancel: true })
  const { mouse } = show(<RoomPanel {...place} />)
  expect(await screen.findByText('2030-03-01 08:00 – 12:00 可以签到')).toBeTruthy()
  await mouse.click(await screen.findByRole('button', { name: '取消报名' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('取消后名额会让给候补的学员，确定要取消报名吗？')
  expect(bodies(sent, courseRoom.cancel)).toEqual([])
  await mouse.click(within(dialog).getByRole('button', { name: '确定' }))
  expect(bodies(sent, courseRoom.cancel)).toEqual([place])
})
