// Calls with an API token, as a program makes them.
import type { Body, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { apiToken } from '@shuyuan/contract/account/token/api-token.ts'
import type { Person, TestApp } from '../start-app.ts'

const DAY_MS = 86_400_000
export type Envelope = { code: number; msg: string; data: unknown }

/** Makes an API token of a user with these tags. */
export const tokenOf = async (app: TestApp, who: Person, tags: string[]) =>
  app.ok(apiToken.add, { title: '程序', tags, expireTime: toWallClock(new Date(app.clock.now().getTime() + DAY_MS)) }, who)

/** Calls an endpoint with an API token. */
export async function byToken<E extends Endpoint>(app: TestApp, token: string, endpoint: E, body: Body<E>): Promise<Envelope> {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await app.http.inject({ method: 'POST', url: endpoint.path, headers, payload: body as object })
  return reply.json<Envelope>()
}
