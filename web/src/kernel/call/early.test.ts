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
function start(
  path: string,
  stored: Record<string, string>,
  answer: () => Promise<Response> = async () => new Response('{}'),
  source = script,
) {
  const sent: { path: string; headers: Record<string, string> }[] = []
  vi.stubGlobal('fetch', (to: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ path: to, headers })
    return answer()
  })
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  history.replaceState(null, '', path)
  runInThisContext(source)
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

test('a visitor asks for the site only, and a page in English in its language', () => {
  expect(start('/login', {}).map((one) => one.path)).toEqual([SITE])
  const sent = start('/web/index', { token: 'abc', language: 'en' })
  expect(new Set(sent.map(({ headers }) => headers['accept-language']))).toEqual(new Set(['en']))
})

test('a page asks for its content with the ids of its address, but not with a query that may filter it', async () => {
  const address = String.raw`/web/paper/list/([\w-]+)/([\w-]+)`
  const part = String.raw`/web/uc\?to=msg`
  const pages = [
    [address, [], 0, { '/api/paper/paper/paging': '{"size":10,"params":{"examId":"$1","userId":"$2"}}' }],
    [part, [], 0, { '/api/sys/user/msg/paging': '{}' }],
  ]
  const built = script.replace('const pages = []', () => `const pages = ${JSON.stringify(pages)}`)
  const asked = (path: string) => start(path, { token: 'abc' }, undefined, built).map((one) => one.path)
  expect(asked('/web/paper/list/11/7')).toContain('/api/paper/paper/paging')
  expect(await takeEarly('/api/paper/paper/paging', { size: 10, params: { examId: '11', userId: '7' } }, 'abc')).toBeInstanceOf(Response)
  expect(asked('/web/paper/list/11/7?state=1')).not.toContain('/api/paper/paper/paging')
  expect(asked('/web/paper/list/"/7')).not.toContain('/api/paper/paper/paging')
  expect(asked('/web/uc?to=msg')).toContain('/api/sys/user/msg/paging')
  expect(asked('/web/uc?to=cert')).not.toContain('/api/sys/user/msg/paging')
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
