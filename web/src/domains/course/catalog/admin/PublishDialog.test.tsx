import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../../test/render.tsx'
import { opensAnew } from '../edit/useAskPublish.tsx'
import { PublishDialog } from './PublishDialog.tsx'

const closed = vi.fn<() => void>()
beforeEach(async () => {
  closed.mockClear()
  await signInWith(['course:update'])
})

const stored = {
  id: '7',
  title: '消防安全',
  openType: OpenType.persons,
  deptCodes: [],
  groups: [{ id: '3', groupName: '新员工' }],
  users: [],
  startTime: null,
  endTime: '2027-01-31 18:00:00',
  price: '99.00',
  costPoints: 0,
  version: 4,
  certId: null as string | null,
  files: [{ fileId: '1', required: true, enabled: true }],
}
const reach = {
  people: 30,
  names: ['新员工'],
  told: 28,
  notice: { title: '课程通知：{{courseTitle}}', content: '学习时间：{{startTime}} 至 {{endTime}}' },
  noticeState: 'open',
}

function open(more: object = {}, of: object = {}, ways: object[] = [{ name: 'wechat', enabled: true }]) {
  const sent = fakeServer({
    [course['admin/detail'].path]: { data: { ...stored, ...of } },
    [payConfig.list.path]: { data: ways },
    [course.reach.path]: { data: { ...reach, ...more } },
    [course.publish.path]: { data: { sent: 28 } },
  })
  return { sent, ...show(<PublishDialog target={stored} onClose={closed} />) }
}
const publish = () => screen.getByRole('button', { name: /发\s?布/ })

it('says who, how many and the price, and sends the notice that it shows', async () => {
  const said = notices()
  const { sent, mouse } = open()
  expect(await screen.findByText('将对 30 人开放（新员工），时间：2027-01-31 18:00 前')).toBeTruthy()
  expect(screen.getByText('价格：¥99.00')).toBeTruthy()
  expect(bodies(sent, course.reach)).toMatchObject([{ id: '7', openType: OpenType.persons, groupIds: ['3'] }])
  await mouse.click(screen.getByRole('checkbox', { name: '通知 28 人' }))
  expect(screen.getByText('课程通知：消防安全')).toBeTruthy()
  expect(screen.getByText('学习时间：2027-01-31 18:00 前')).toBeTruthy()
  await mouse.click(publish())
  await waitFor(() => expect(bodies(sent, course.publish)).toEqual([{ id: '7', version: 4, notify: true }]))
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(said).toEqual(['课程已发布，已通知 28 人'])
})

it('publishes without a notice by default, and offers none that cannot be sent', async () => {
  const { sent, mouse } = open({ noticeState: 'sent' })
  expect(await screen.findByText('已经通知过，不会重复通知')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await mouse.click(publish())
  await waitFor(() => expect(bodies(sent, course.publish)).toEqual([{ id: '7', version: 4, notify: false }]))
})

it('says what is missing: ways to pay are a warning, files hold it back', async () => {
  open({}, { files: [{ fileId: '1', required: true, enabled: false }], price: '99.00' }, [{ name: 'points', enabled: true }])
  expect(await screen.findByText('有价格，但没有启用支付方式，学员不能购买')).toBeTruthy()
  expect(screen.getByText('还没有可用的必学课件，不能发布')).toBeTruthy()
  expect((publish() as HTMLButtonElement).disabled).toBe(true)
})

it('is asked where audience or price change, and not for other changes or a disabled course', () => {
  const row = { ...stored, state: CourseState.enabled } as unknown as Parameters<typeof opensAnew>[1]
  const form = { openType: OpenType.persons, groupIds: ['3'], userIds: [], deptCodes: [], price: '99', costPoints: 0 }
  const opens = (more: object, of = row) => opensAnew({ ...form, ...more } as unknown as Parameters<typeof opensAnew>[0], of)
  expect(opensAnew(form as unknown as Parameters<typeof opensAnew>[0], undefined)).toBe(true)
  expect(opens({ title: '另一个名称' })).toBe(false)
  for (const more of [{ price: '0' }, { costPoints: 5 }, { groupIds: ['4'] }, { openType: OpenType.all, groupIds: [] }])
    expect(opens(more)).toBe(true)
  expect(opens({ price: '0' }, { ...row!, state: CourseState.disabled })).toBe(false)
})
