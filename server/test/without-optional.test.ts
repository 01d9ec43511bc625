// A server without the packages that "npm ci --omit=dev --omit=optional" leaves out: it starts, says what is missing, and refuses only that.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { programParts } from '@shuyuan/contract/kernel/program-part.ts'
import { status } from '@shuyuan/contract/operation/status.ts'
import { afterAll, expect, test } from 'vitest'
import { hashPassword } from '../src/domains/session/password.service.ts'
import { startWith } from './people.ts'
import { startProcess } from './server-process.ts'

const { app, admin } = await startWith('ann')
const preload = new URL('hide-optional.preload.ts', import.meta.url).href
const server = await startProcess(app, { NODE_OPTIONS: `--import=${preload}` })
afterAll(() => server.kill())

type Answer = { code: number; msg: string; data: unknown }
async function send(path: string, body: object, token = ''): Promise<Answer> {
  const headers = { 'content-type': 'application/json', token }
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as Answer
}

test('the log names each missing part with the command that installs it', () => {
  const lines = server.said().filter((line) => line.startsWith('not installed: '))
  expect(lines).toHaveLength(programParts.length)
  for (const line of lines) expect(line).toMatch(/; install with: npm i --no-save --omit=dev --omit=optional \S+@\d/)
})

test('the page of the state names them, too', async () => {
  const { data } = await send(status.detail.path, {}, admin.token)
  const { missing } = data as { missing: { part: string; install: string }[] }
  expect(missing.map(({ part }) => part)).toEqual(programParts)
  expect(missing.find(({ part }) => part === 'pictures')?.install).toMatch(/ @img\/sharp-\S+@\d/)
})

test('people sign in with the passwords that they have', async () => {
  const form = { userName: 'ann', password: 'Wrong@2026' }
  expect((await send('/api/sys/user/login', form)).code).toBe(errors.signInWrong[0])
  await app.db
    .updateTable('sysUser')
    .set({ passwordHash: await hashPassword('Right@2026') })
    .where('userName', '=', 'ann')
    .execute()
  expect(await send('/api/sys/user/login', { ...form, password: 'Right@2026' })).toMatchObject({ code: 0 })
})

test('what needs a missing part is refused with a clear message', async () => {
  const answer = await fetch(`${server.url}${captcha.gen.path}?key=0123456789abcdef0123456789abcdef`)
  expect(await answer.json()).toMatchObject({ code: errors.partMissing[0], msg: errors.partMissing[1] })
})
