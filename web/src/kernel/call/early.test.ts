// Replies to calls that the start page sent early.
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { takeEarly } from './early.ts'

const script = readFileSync(join(import.meta.dirname, '../../../public/early.js'), 'utf8')
const INFO = '/api/sys/user/info'
const SITE = '/api/sys/config/detail'

afterEach(() => {
  localStorage.clear()
  delete window.early
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Runs the script of the start page at this path. @returns the calls that it sent */
function start(path: string, stored: Record<string, string>, answer: () => Promise<Response> = async () => new Response('{}')) {
  const sent: { path: string; headers: Record<string, string> }[] = []
  vi.stubGlobal('fetch', (to: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ path: to, headers })
    return answer()
  })
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  history.replaceState(null, '', path)
  runInThisContext(script)
  return sent
}

test('a page of a learner asks for person, menus, site and the open paper at once, with the session', async () => {
  const sent = start('/web/index', { token: 'abc' })
  expect(sent.map((one) => one.path)).toEqual([
    SITE,
    INFO,
    '/api/sys/menu/routes',
    '/api/paper/paper/check-process',
    '/api/sys/user/isComplete',
  ])
  expect(sent.every(({ headers }) => headers.token === 'abc' && headers['accept-language'] === 'zh-CN')).toBe(true)
  expect(await takeEarly(INFO, {}, 'abc')).toBeInstanceOf(Response)
  expect(await takeEarly(SITE, { id: '1' }, 'abc')).toBeInstanceOf(Response)
  // a reply is handed out once
  expect(await takeEarly(INFO, {}, 'abc')).toBeUndefined()
})

test('a visitor asks for the site only, and a page in English for nothing', () => {
  expect(start('/login', {}).map((one) => one.path)).toEqual([SITE])
  expect(start('/web/index', { token: 'abc', language: 'en' })).toEqual([])
})

test('a training is begun with what its page would send, but not one with a scope', async () => {
  const begin = train.start.path
  const sent = start('/web/repo/training/2/1', { token: 'abc' }, async () => new Response('{"code":0,"msg":"","data":{"id":"9"}}'))
  expect(sent.map((one) => one.path)).toContain(begin)
  expect(await takeEarly(begin, { repoId: '2', mode: TrainMode.inOrder, scope: '', clear: false }, 'abc')).toBeInstanceOf(Response)
  expect(await takeEarly(train.detail.path, { id: '9' }, 'abc')).toBeInstanceOf(Response)
  expect(await takeEarly(train.card.path, { id: '9' }, 'abc')).toBeInstanceOf(Response)
  const refused = start('/web/repo/training/2/1', { token: 'abc' }, async () => new Response('{"code":20001,"msg":"","data":null}'))
  expect(await takeEarly(begin, { repoId: '2', mode: TrainMode.inOrder, scope: '', clear: false }, 'abc')).toBeInstanceOf(Response)
  expect(refused.map((one) => one.path)).not.toContain(train.card.path)
  start('/web/repo/training/2/1', { token: 'abc' }, async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect((await takeEarly(begin, { repoId: '2', mode: TrainMode.inOrder, scope: '', clear: false }, 'abc'))?.status).toBe(502)
  for (const path of ['/web/repo/training/2/3?scope=7', '/web/repo/training/2/1?clear=1', '/web/repo/view/2'])
    expect(start(path, { token: 'abc' }).map((one) => one.path)).not.toContain(begin)
})

test.each([
  ['another session', (): [string, unknown, string] => [INFO, {}, 'other']],
  ['fields', (): [string, unknown, string] => [INFO, { id: '1' }, 'abc']],
  ['a call that was not sent', (): [string, unknown, string] => ['/api/sys/dic/list', {}, 'abc']],
])('no reply is used for %s', async (_name, asked) => {
  start('/web/index', { token: 'abc' })
  expect(await takeEarly(...asked())).toBeUndefined()
})

test('a reply that is old or did not arrive is asked for anew', async () => {
  start('/web/index', { token: 'abc' }, () => Promise.reject(new TypeError('network')))
  expect(await takeEarly(INFO, {}, 'abc')).toBeUndefined()
  vi.useFakeTimers({ toFake: ['Date'] })
  start('/web/index', { token: 'abc' })
  vi.setSystemTime(Date.now() + 10_001)
  expect(await takeEarly(SITE, { id: '1' }, 'abc')).toBeUndefined()
})
