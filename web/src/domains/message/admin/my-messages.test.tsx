// The messages of a user of the back office: on their page, and behind the bell of every page.
import { msg, ReadState } from '@shuyuan/contract/message/msg.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { page, session, teacher } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { InboxButton } from '../../../app/admin/InboxButton.tsx'
import { setToken } from '../../../kernel/call/token.ts'
import { loadSession } from '../../../shared/session/session.ts'
import MyMessagePage from './MyMessagePage.tsx'

beforeEach(async () => {
  fakeServer(session({ ...teacher, unreadMsg: 1 }))
  setToken('reader')
  await loadSession()
})

it('a message that is marked behind the bell is read on the page as well', async () => {
  const row = { id: '3', title: '明早例会', content: '八点见。', readState: ReadState.unread, createTime: '2026-11-20 10:00:00' }
  let rows = [row]
  const sent = fakeServer({
    [msg.paging.path]: () => page(rows),
    [msg['count-unread'].path]: () => ({ data: rows.length }),
    [msg['mark-read'].path]: () => {
      rows = []
      return { data: true }
    },
  })
  const { mouse } = show(
    <>
      <InboxButton />
      <MyMessagePage />
    </>,
  )
  expect(await screen.findByText('明早例会')).toBeTruthy()
  await mouse.click(await screen.findByLabelText(/任务消息，1 条未读/))
  await mouse.click(await screen.findByLabelText('标记已读“明早例会”'))
  await waitFor(() => expect(bodies(sent, msg['mark-read'])).toEqual([{ ids: ['3'] }]))
  await waitFor(() => expect(screen.queryByText('明早例会')).toBeNull())
})
