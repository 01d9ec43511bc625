// The merchant accounts: one is set up when its way is switched on, and its secret is not shown again.
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { MASK } from '@shuyuan/contract/site/provider/prop-field.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import PayConfigPage from './admin/PayConfigPage.tsx'

beforeEach(() => signInWith(['pay:config']))

it('a way of paying without an account asks for it, checks it, and hides its secret afterwards', async () => {
  const said = notices()
  let merchant = { name: 'paypal', enabled: false, stored: false, data: {} as Record<string, unknown> }
  const sent = fakeServer({
    [payConfig.detail.path]: () => ({ data: [merchant] }),
    [payConfig.save.path]: ({ body }) => {
      const { data } = body as { data: Record<string, unknown> }
      merchant = { ...merchant, enabled: true, stored: true, data: { ...data, clientSecret: MASK } }
      return { data: merchant }
    },
  })
  const { mouse } = show(<PayConfigPage />)
  await mouse.click(await screen.findByRole('switch', { name: '启用PayPal' }))
  let dialog = within(await screen.findByRole('dialog'))
  await mouse.click(dialog.getByRole('button', { name: '保存' }))
  expect(await dialog.findByText('Client ID不能为空！')).toBeTruthy()
  expect(bodies(sent, payConfig.save)).toEqual([])
  for (const [name, text] of [
    ['Client ID', 'client'],
    ['Client Secret', 'hush'],
    ['Webhook ID', 'WH-1'],
  ] as const)
    await mouse.type(dialog.getByLabelText(name), text)
  await mouse.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(said).toEqual(['支付配置保存成功！']))
  expect(bodies(sent, payConfig.save)).toMatchObject([
    { name: 'paypal', enabled: true, data: { clientId: 'client', clientSecret: 'hush', webhookId: 'WH-1' } },
  ])
  await waitFor(() => expect(screen.getByRole('switch', { name: '启用PayPal' }).getAttribute('aria-checked')).toBe('true'))
  await mouse.click(screen.getByRole('button', { name: '商户设置' }))
  dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText('Client Secret')).toHaveProperty('value', MASK)
})
