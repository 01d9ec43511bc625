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
