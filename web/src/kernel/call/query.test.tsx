import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { refused } from '../../../test/answers.ts'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { type Notice, onNotice } from '../notify.ts'
import { queryClient, useCall, useCommand, useFormStart } from './query.ts'

beforeEach(() => queryClient.clear())

function Site() {
  const site = useCall(config.detail, {})
  const leave = useCommand(user.logout, { done: '操作成功！', refresh: [config.detail] })
  return (
    <>
      <p>{site.data?.siteName ?? site.error?.message ?? '…'}</p>
      <button type="button" onClick={() => leave.mutate({})}>
        退出
      </button>
      <p>{leave.error?.message}</p>
    </>
  )
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Site />
    </QueryClientProvider>,
  )

it('shows the answer of the endpoint, and its failure', async () => {
  fakeServer({ [config.detail.path]: { data: { siteName: '消防学院' } } })
  show()
  expect(await screen.findByText('消防学院')).toBeDefined()
  queryClient.clear()
  fakeServer({ [config.detail.path]: refused('notFound') })
  show()
  expect(await screen.findByText('数据不存在或已被删除')).toBeDefined()
})

it('says at once that there is no network, and reads again when it is back', async () => {
  onlineManager.setOnline(false)
  fakeServer({ [config.detail.path]: refused('notFound') })
  show()
  expect(await screen.findByText('数据不存在或已被删除')).toBeDefined()
  fakeServer({ [config.detail.path]: { data: { siteName: '消防学院' } } })
  onlineManager.setOnline(true)
  expect(await screen.findByText('消防学院')).toBeDefined()
})

it('ignores a second click while the first command runs, then refreshes the changed endpoints', async () => {
  const notices: Notice[] = []
  const release = onNotice((notice) => notices.push(notice))
  // removes notices of other tests
  notices.splice(0)
  let names = 0
  let finish: () => void = () => undefined
  const sent = fakeServer({
    [config.detail.path]: () => ({ data: { siteName: `名称${++names}` } }),
    [user.logout.path]: () => new Promise((resolve) => (finish = () => resolve({ data: true }))),
  })
  show()
  await screen.findByText('名称1')
  const button = screen.getByRole('button')
  await userEvent.dblClick(button)
  await userEvent.click(button)
  finish()
  expect(await screen.findByText('名称2')).toBeDefined()
  expect(bodies(sent, user.logout)).toHaveLength(1)
  expect(notices.map((notice) => notice.text)).toEqual(['操作成功！'])
  await userEvent.click(button)
  await waitFor(() => expect(bodies(sent, user.logout)).toHaveLength(2))
  finish()
  await screen.findByText('名称3')
  release()
})

it('provides a refusal to the form', async () => {
  fakeServer({
    [config.detail.path]: { data: { siteName: '书院' } },
    [user.logout.path]: refused('conflict'),
  })
  show()
  await userEvent.click(screen.getByRole('button'))
  expect(await screen.findByText('数据已被他人修改，请刷新后重试')).toBeDefined()
})

it('a form starts from the stored values when it opens, also where they were read before', async () => {
  let names = 0
  fakeServer({ [config.detail.path]: () => ({ data: { siteName: `名称${++names}` } }) })
  function Form() {
    const { data } = useFormStart(config.detail, {})
    return data ? <input defaultValue={data.siteName} /> : null
  }
  const first = show()
  await screen.findByText('名称1')
  first.unmount()
  render(
    <QueryClientProvider client={queryClient}>
      <Form />
    </QueryClientProvider>,
  )
  expect(await screen.findByDisplayValue('名称2')).toBeDefined()
})

it('inTurn queues commands while the first one runs, and drops repeats', async () => {
  const waiting: (() => void)[] = []
  const sent = fakeServer({ [course.state.path]: () => new Promise((done) => waiting.push(() => done({ data: true }))) })
  const Switches = () => {
    const set = useCommand(course.state, { inTurn: 'state' })
    return ['1', '2'].map((id) => (
      <button key={id} type="button" onClick={() => set.mutate({ ids: [id], state: CourseState.disabled })}>
        {id}
      </button>
    ))
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Switches />
    </QueryClientProvider>,
  )
  for (const id of ['1', '1', '2']) fireEvent.click(screen.getByText(id))
  await waitFor(() => expect(waiting).toHaveLength(1))
  waiting[0]!()
  await waitFor(() => expect(waiting).toHaveLength(2))
  waiting[1]!()
  expect(sent.map(({ body }) => (body as { ids: string[] }).ids)).toEqual([['1'], ['2']])
})
