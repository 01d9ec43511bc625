// A browser that is sent from the stand-in platform to this site and back.
import { lti } from '@shuyuan/contract/integrate/lti.ts'
import type { LtiStub, SpoiltLaunch } from './lti-stub.ts'
import type { TestApp } from './start-app.ts'

export const cookieIn = (header: unknown) => {
  const [first]: unknown[] = Array.isArray(header) ? header : [header]
  return typeof first === 'string' ? (first.split(';')[0] ?? '') : ''
}

export function ltiBrowser(app: TestApp, stub: LtiStub, target: string) {
  /** The platform sends the browser to this site, which sends it back with a state. */
  async function begin(more: Record<string, string> = {}) {
    const given = { iss: stub.url, login_hint: 'u-1', target_link_uri: target, lti_message_hint: 'hint', ...more }
    const reply = await app.http.inject({ method: 'GET', url: `${lti.login.path}?${new URLSearchParams(given).toString()}` })
    return { address: String(reply.headers.location), cookie: cookieIn(reply.headers['set-cookie']), status: reply.statusCode }
  }
  /** The platform's page posts from another site, so that no cookie comes with it. @returns where the browser goes */
  async function post(idToken: string, state: string) {
    const reply = await app.http.inject({
      method: 'POST',
      url: lti.launch.path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ id_token: idToken, state }).toString(),
    })
    if (reply.statusCode !== 303) throw new Error(`status ${reply.statusCode}`)
    return new URL(String(reply.headers.location), 'http://here')
  }
  async function launch(how: SpoiltLaunch = {}, to = target, hints: Record<string, string> = {}) {
    const { address, cookie } = await begin(hints)
    const state = new URL(address).searchParams.get('state') ?? ''
    const idToken = await stub.tokenFor(address, to, how)
    return { arrived: await post(idToken, state), cookie, idToken, state }
  }
  async function enter(code: string, cookie: string) {
    const reply = await app.http.inject({ method: 'POST', url: lti.enter.path, headers: { cookie }, payload: { code } })
    return reply.json<{ code: number; data: { token: string; to: string } }>()
  }
  const enterBy = ({ arrived, cookie }: { arrived: URL; cookie: string }) => enter(arrived.searchParams.get('code') ?? '', cookie)
  return { begin, post, launch, enter, enterBy }
}
