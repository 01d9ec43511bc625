import { loginLog } from '@shuyuan/contract/site/log/login-log.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
import LoginLogPage from './LoginLogPage.tsx'

it('filters by the result, which is named like its column', async () => {
  const sent = fakeServer({ [loginLog.paging.path]: { data: { ...page([]).data, capped: false } } })
  const { mouse } = show(<LoginLogPage />)
  const filter = await screen.findByRole('combobox', { name: '结果' })
  await mouse.click(filter)
  await mouse.click(await screen.findByTitle('失败'))
  await mouse.click(screen.getByRole('button', { name: /查询/ }))
  await waitFor(() => expect(bodies(sent).at(-1)).toMatchObject({ params: { success: false } }))
})
