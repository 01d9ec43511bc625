// Push messages. The headless shell, which the other tests use, does not show notifications.
import { findChromium } from '../scripts/chromium.ts'
import { expect, test } from './fixtures.ts'

test.use({
  serviceWorkers: 'allow',
  launchOptions: async ({ launchOptions }, use) => {
    const program = findChromium()
    await use({ ...launchOptions, ...(program === undefined ? {} : { executablePath: program }) })
  },
})

test('a pushed message becomes a notification with its title', async ({ site, openAs }) => {
  const { page, context } = await openAs('learner32', '/web/uc?to=msg')
  await context.grantPermissions(['notifications'])
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await expect(page.getByRole('checkbox', { name: '有新消息时，用这个浏览器的通知提醒我' })).not.toBeChecked()
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((found) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) found(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const message = { origin: site.url, registrationId: await registered, data: JSON.stringify({ id: '7', title: '考试提醒' }) }
  await devtools.send('ServiceWorker.deliverPushMessage', message)
  const shown = () =>
    page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ tag, title }) => ({ tag, title })))
  await expect.poll(shown).toEqual([{ tag: 'msg-7', title: '考试提醒' }])
})
