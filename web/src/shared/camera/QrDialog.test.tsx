import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { phoneAddress, QrDialog } from './QrDialog.tsx'

it('uses the address for phones of the site, else the address of the page', () => {
  expect(phoneAddress('https://m.school.cn/', '/web/exam/check/7')).toBe('https://m.school.cn/web/exam/check/7')
  expect(phoneAddress('', '/web/exam/check/7')).toBe(`${window.location.origin}/web/exam/check/7`)
})

it('shows the address and offers the picture', async () => {
  fakeServer({})
  show(<QrDialog name="消防安全考试" path="/web/exam/check/7" onClose={() => undefined} />)
  const dialog = await screen.findByRole('dialog', { name: '二维码' })
  expect(dialog.textContent).toContain('消防安全考试')
  expect(dialog.textContent).toContain(`${window.location.origin}/web/exam/check/7`)
  expect(screen.getByRole('button', { name: '下载图片' })).toBeDefined()
})
