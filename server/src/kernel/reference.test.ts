import { user } from '@shuyuan/contract/account/user.ts'
import { apiDoc } from '@shuyuan/contract/site/config/api-doc.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../test/people.ts'
import { refusal } from '../../test/refusal.ts'

const { app, admin, teacher, learner } = await startWith('teacher', 'learner')
const shown = (url: string) => app.http.inject({ method: 'GET', url })

test('the API reference opens only at an address given to a caller with the tag, for a minute', async () => {
  for (const who of [teacher, learner]) expect(await app.call(apiDoc.open, {}, who)).toEqual(refusal('forbidden'))
  expect(await app.call(apiDoc.open, {})).toEqual(refusal('signedOut'))
  const { url } = await app.ok(apiDoc.open, {}, admin)
  const page = await shown(url)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(user.login.path)
  const changed = url.replace(/until=\d{3}/, 'until=999')
  for (const closed of ['/docs/api', '/docs/api/', changed, url.replace(/sign=.*/, 'sign=')]) {
    const { statusCode, headers, body } = await shown(closed)
    expect([statusCode, headers.location]).toEqual([302, '/admin/sys/api'])
    expect(body).not.toContain(user.login.path)
  }
  app.clock.advance(61)
  expect((await shown(url)).statusCode).toBe(302)
  app.clock.advance(-61)
  expect((await shown('/openapi.json')).body).not.toContain(user.login.path)
})

test('its page has an origin of its own, sends nothing, and only it may evaluate scripts', async () => {
  const { url } = await app.ok(apiDoc.open, {}, admin)
  const page = await shown(url)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toMatch(/(^|; )sandbox allow-scripts($|;)/)
  expect(policy).toContain("connect-src 'none'")
  const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1]
  expect(page.body.match(/<script/g)).toHaveLength(3)
  expect(page.body.match(new RegExp(`<script nonce="${nonce}"`, 'g'))).toHaveLength(3)
  expect((await shown('/')).headers['content-security-policy']).not.toContain('unsafe-eval')
})

test('its page has the language and the theme of the page around it', async () => {
  const { url } = await app.ok(apiDoc.open, {}, admin)
  expect((await shown(url)).body).toMatch(/"darkMode":false.*"locale":"zh-CN"/)
  expect((await shown(`${url}&lang=en&theme=dark`)).body).toMatch(/"darkMode":true.*"locale":"en"/)
  expect((await shown(`${url}&lang=</script>`)).body).toMatch(/"locale":"zh-CN"/)
})

test('its viewer is served to that origin', async () => {
  const viewer = await shown('/docs/api/js/scalar.js')
  expect(viewer.headers['content-type']).toContain('javascript')
  expect(viewer.headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(viewer.rawPayload.length).toBeGreaterThan(100_000)
  expect((await shown('/docs/api/nothing')).statusCode).toBe(404)
})
