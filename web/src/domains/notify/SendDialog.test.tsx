import { exam } from '@shuyuan/contract/exam/exam.ts'
import { notify } from '@shuyuan/contract/notify/notify.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { departTree } from '../../../test/answers.ts'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { show, signInWith } from '../../../test/render.tsx'
import { SendDialog } from './SendDialog.tsx'

beforeEach(() => signInWith(['notify:send']))

const server = () =>
  fakeServer({
    ...departTree,
    [notify.reach.path]: { data: { people: 27 } },
    [notify.send.path]: { data: { sent: 27, waiting: 0, failed: 0 } },
  })
const send = () => screen.getByRole('button', { name: '发送' })

it('is for nobody until people are chosen, and says how many they are', async () => {
  const sent = server()
  const { mouse } = show(<SendDialog onClose={() => undefined} />)
  expect(within(await screen.findByRole('radiogroup')).queryAllByRole('radio', { checked: true })).toEqual([])
  await mouse.click(screen.getByRole('radio', { name: '全部人员' }))
  expect(await screen.findByText('将发送给 27 人')).toBeTruthy()
  expect(bodies(sent, notify.reach)).toEqual([{ audience: { all: true }, refType: '', refId: '' }])
})

it('asks with the number of people before it sends', async () => {
  const sent = server()
  const { mouse } = show(<SendDialog onClose={() => undefined} />)
  await mouse.click(await screen.findByRole('radio', { name: '全部人员' }))
  await mouse.click(screen.getByLabelText('标题'))
  await mouse.keyboard('明早例会')
  await mouse.click(screen.getByLabelText('内容'))
  await mouse.keyboard('八点见')
  await mouse.click(send())
  expect(await screen.findByText('将立即向 27 人发送“明早例会”，发送后不能撤回。')).toBeTruthy()
  expect(bodies(sent, notify.send)).toEqual([])
  const asking = screen.getByText('将立即向 27 人发送“明早例会”，发送后不能撤回。').closest<HTMLElement>('[role="dialog"]')
  await mouse.click(within(asking ?? document.body).getByRole('button', { name: '发送' }))
  await waitFor(() => expect(bodies(sent, notify.send)).toMatchObject([{ title: '明早例会', audience: { all: true } }]))
})

it('goes to the inboxes of the people of a thing for users who notify only for their own', async () => {
  await signInWith(['notify:own'])
  const prepared = {
    count: 12,
    tmpl: { id: null, title: '考试通知', content: '换到二号教室' },
    channels: ['msg', 'sms', 'mail'],
    variables: {},
  }
  const sent = fakeServer({
    [exam['prepare-notify'].path]: { data: prepared },
    [notify.reach.path]: { data: { people: 12 } },
    [notify.send.path]: { data: { sent: 12, waiting: 0, failed: 0 } },
  })
  const about = { refType: 'exam' as const, id: '7', prepare: exam['prepare-notify'] }
  const { mouse } = show(<SendDialog about={about} onClose={() => undefined} />)
  expect(await screen.findByText('将发送给 12 人')).toBeTruthy()
  for (const label of ['接收人', '发送渠道', '发送时间']) expect(screen.queryByLabelText(label)).toBeNull()
  await mouse.click(send())
  const question = await screen.findByText('将立即向 12 人发送“考试通知”，发送后不能撤回。')
  await mouse.click(within(question.closest<HTMLElement>('[role="dialog"]') ?? document.body).getByRole('button', { name: '发送' }))
  await waitFor(() => expect(bodies(sent, notify.send)).toMatchObject([{ audience: { ref: true }, channels: ['msg'], refId: '7' }]))
})
