import { file } from '@shuyuan/contract/common/file.ts'
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { refused } from '../../../test/answers.ts'
import { fakeServer } from '../../../test/fake-server.ts'
import { call, CallFailure, download, onSignedOut, upload } from './api.ts'
import { connectRouter } from './navigation.ts'
import { type Notice, onNotice } from '../notify.ts'
import { getToken, setToken } from './token.ts'

const login = { userName: 'teacher', password: 'x' }
const session = { token: 't1', roleType: RoleType.staff, userId: '1' }
let notices: Notice[] = []
let moves: string[] = []
let release: () => void

beforeEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/admin/exam/list?current=2')
  notices = []
  moves = []
  release = onNotice((notice) => notices.push(notice))
  connectRouter((to) => moves.push(to))
})
afterEach(() => release())

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(CallFailure)
  return error as CallFailure
}
const shown = () => notices.map(({ kind, text, seconds }) => [kind, text, seconds])

describe('call', () => {
  it('posts JSON with the token and returns the data', async () => {
    setToken('secret')
    const sent = fakeServer({ [user.login.path]: { data: session } })
    expect(await call(user.login, login)).toEqual(session)
    expect(sent[0]).toMatchObject({
      path: '/api/sys/user/login',
      body: login,
      headers: { token: 'secret', 'content-type': 'application/json' },
    })
  })

  it('sends the time of the request with lists, and with nothing else', async () => {
    const sent = fakeServer({ [user.paging.path]: { data: null }, [user.login.path]: { data: session } })
    const before = Date.now()
    await call(user.paging, { current: 1 })
    await call(user.login, login)
    expect(sent[0]?.t).toBeGreaterThanOrEqual(before)
    expect(sent[0]?.t).toBeLessThanOrEqual(Date.now())
    expect(sent[1]?.t).toBeUndefined()
  })

  it('sends no token header for a visitor', async () => {
    const sent = fakeServer({ [user.login.path]: { data: session } })
    await call(user.login, login, { keepalive: true })
    expect(sent[0]?.headers).not.toHaveProperty('token')
    expect(sent[0]?.keepalive).toBe(true)
  })

  it('shows a refusal once, for two seconds', async () => {
    fakeServer({ [user.login.path]: refused('signInWrong', { data: { left: 2 } }) })
    const failure = await failureOf(call(user.login, login))
    expect(failure).toMatchObject({
      code: errors.signInWrong[0],
      reason: 'signInWrong',
      message: '账号或密码错误',
      data: { left: 2 },
      http: undefined,
    })
    expect(shown()).toEqual([['error', '账号或密码错误', 2]])
  })

  it('has a default text for an empty message', async () => {
    fakeServer({ [user.login.path]: { code: 1 } })
    await failureOf(call(user.login, login))
    expect(shown()).toEqual([['error', '服务器开小差了呢！', 2]])
  })

  it('is silent where the caller requests it', async () => {
    fakeServer({ [user.login.path]: { code: 1, msg: '不行' } })
    expect((await failureOf(call(user.login, login, { quiet: true }))).message).toBe('不行')
    expect(notices).toEqual([])
  })

  it.each([
    [502, '无法连接到服务器。'],
    [500, '糟糕，服务器开小差了。'],
    [400, '缺少必要参数或参数类型不正确。'],
    [404, '接口地址错误，请联系管理员。'],
    [418, '请求服务器出现错误。'],
  ])('HTTP %i', async (status, text) => {
    fakeServer({ [user.login.path]: new Response('<html>', { status }) })
    expect(await failureOf(call(user.login, login))).toMatchObject({ http: status, reason: 'http', code: -1 })
    expect(shown()).toEqual([['error', text, 2]])
  })

  it('takes the message of any other HTTP failure', async () => {
    fakeServer({
      [user.login.path]: new Response(JSON.stringify({ code: errors.tooOften[0], msg: '操作过于频繁，请稍后再试', data: null }), {
        status: 429,
      }),
    })
    expect(await failureOf(call(user.login, login))).toMatchObject({ http: 429, code: errors.tooOften[0] })
    expect(shown()).toEqual([['error', '操作过于频繁，请稍后再试', 2]])
  })

  it('does not accept an HTML page as an answer', async () => {
    fakeServer({ [user.login.path]: new Response('<!doctype html>', { status: 200 }) })
    await failureOf(call(user.login, login))
    expect(shown()).toEqual([['error', '请求服务器出现错误。', 2]])
  })

  it('reports that no response arrived, without sending a command twice', async () => {
    const sent = fakeServer({ [user.login.path]: new TypeError('fetch failed') })
    expect(await failureOf(call(user.login, login))).toMatchObject({ http: 0, reason: 'network' })
    expect(sent).toHaveLength(1)
    expect(shown()).toEqual([['error', '服务器无法连接或无法响应！', 2]])
  })

  it('repeats a query when no response arrived', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let tries = 0
    fakeServer({ [captcha.check.path]: () => (++tries < 3 ? new TypeError('fetch failed') : { data: true }) })
    const answer = call(captcha.check, { captchaKey: '12345678', captchaValue: 'ab' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await answer).toBe(true)
    expect(tries).toBe(3)
    expect(notices).toEqual([])
  })

  it('calls only once with noRetry', async () => {
    const sent = fakeServer({ [captcha.check.path]: new TypeError('fetch failed') })
    await failureOf(call(captcha.check, { captchaKey: '12345678', captchaValue: 'ab' }, { noRetry: true }))
    expect(sent).toHaveLength(1)
  })

  it('is silent when the caller aborts', async () => {
    fakeServer({ [user.login.path]: { data: session } })
    const given = new AbortController()
    given.abort(new Error('left the page'))
    await expect(call(user.login, login, { signal: given.signal })).rejects.toThrow('left the page')
    expect(notices).toEqual([])
  })
})

describe('codes that lead elsewhere', () => {
  it('a missing licence goes to /license with the message', async () => {
    fakeServer({ [config.detail.path]: refused('licence') })
    await failureOf(call(config.detail, {}))
    expect(moves).toEqual([`/license?msg=${encodeURIComponent('系统授权无效或已过期')}`])
    expect(notices).toEqual([])
  })

  it('signedOut removes the token and goes to /login, with the way back', async () => {
    setToken('old')
    fakeServer({ [user.info.path]: refused('signedOut', { data: { key: 'signedOut' } }) })
    await failureOf(call(user.info, {}))
    expect(getToken()).toBe('')
    expect(moves).toEqual([`/login?redirect=${encodeURIComponent('/admin/exam/list?current=2')}`])
    expect(notices).toEqual([])
  })

  it('signedOut of a session that has ended since does not touch the new one', async () => {
    setToken('old')
    fakeServer({
      [user.info.path]: () => {
        setToken('new')
        return refused('signedOut', { data: { key: 'signedOut' } })
      },
    })
    await failureOf(call(user.info, {}))
    expect(getToken()).toBe('new')
    expect(moves).toEqual([])
  })

  it('several calls that fail together go to /login once', async () => {
    setToken('old')
    fakeServer({
      [user.info.path]: refused('signedOut', { msg: '' }),
      [user.currentUser.path]: refused('signedOut', { msg: '' }),
    })
    await Promise.all([failureOf(call(user.info, {})), failureOf(call(user.currentUser, {}))])
    expect(moves).toHaveLength(1)
  })

  it('shows the reason when another device has taken over the session', async () => {
    setToken('old')
    fakeServer({ [user.info.path]: refused('kickedOut') })
    await failureOf(call(user.info, {}))
    expect(notices.map(({ kind, text }) => [kind, text])).toEqual([['warning', '您的账号已在其他设备登录，请重新登录！']])
  })

  it('a page that must not be left handles signedOut itself', async () => {
    setToken('old')
    fakeServer({ [user.info.path]: refused('signedOut', { msg: '' }) })
    const handled: CallFailure[] = []
    const unregister = onSignedOut((failure) => handled.push(failure))
    await failureOf(call(user.info, {}))
    expect(handled).toHaveLength(1)
    expect(getToken()).toBe('old')
    expect(moves).toEqual([])
    unregister()
    await failureOf(call(user.info, {}))
    expect(moves).toHaveLength(1)
  })

  it('errors.questionHidden[0] is left to the page', async () => {
    fakeServer({ [user.info.path]: refused('questionHidden') })
    expect((await failureOf(call(user.info, {}))).reason).toBe('questionHidden')
    expect(notices).toEqual([])
  })
})

describe('download', () => {
  const key = { key: '12345678' }
  it('saves the file under its name', async () => {
    URL.createObjectURL = () => 'blob:1'
    const clicked: string[] = []
    const create = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      clicked.push(this.download)
    })
    onTestFinished(() => create.mockRestore())
    const headers = {
      'content-type': 'image/png',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('题库 模板.xlsx')}`,
    }
    fakeServer({ [captcha.gen.path]: new Response('PNG', { headers }) })
    await download(captcha.gen, key)
    expect(clicked).toEqual(['题库 模板.xlsx'])
    expect(shown()).toEqual([['success', '下载成功！', 2]])
  })

  it('shows the msg of a JSON answer', async () => {
    fakeServer({ [captcha.gen.path]: refused('forbidden') })
    expect((await failureOf(download(captcha.gen, key))).reason).toBe('forbidden')
    expect(shown()).toEqual([['error', '无相关权限！', 2]])
  })
})

/** A real HTTP server: XMLHttpRequest in jsdom sends over the network. */
async function listening(reply: (received: string, headers: Record<string, unknown>) => [number, string]) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'content-type': 'application/json' }
      const [status, text] = request.method === 'OPTIONS' ? [204, ''] : reply(Buffer.concat(chunks).toString(), request.headers)
      response.writeHead(status, allowed).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('upload', () => {
  it('sends the fields before the file, reports progress and returns the data', async () => {
    const stored = { id: '1', url: '/files/1', name: '照片.png', size: 3, type: 'image/png' }
    let body = ''
    let token: unknown
    const origin = await listening((received, headers) => {
      body = received
      token = headers.token
      return [200, JSON.stringify({ code: 0, msg: '', data: stored })]
    })
    setToken('secret')
    const progress: number[] = []
    const picture = new File(['abc'], 'photo.png', { type: 'image/png' })
    const endpoint = { ...file.upload, path: `${origin}/upload` }
    expect(await upload(endpoint, picture, { scene: 'avatar' }, { onProgress: (percent) => progress.push(percent) })).toEqual(stored)
    expect(token).toBe('secret')
    expect(body.indexOf('name="scene"')).toBeGreaterThan(-1)
    expect(body.indexOf('name="file"; filename="photo.png"')).toBeGreaterThan(body.indexOf('avatar'))
    expect(progress.at(-1)).toBe(100)
  })

  it('shows the message of a refused file', async () => {
    const origin = await listening(() => [200, JSON.stringify({ code: errors.fileKind[0], msg: '不支持的文件类型', data: null })])
    const endpoint = { ...file.upload, path: `${origin}/upload` }
    expect((await failureOf(upload(endpoint, new Blob(['abc']), {}))).reason).toBe('fileKind')
    expect(shown()).toEqual([['error', '不支持的文件类型', 2]])
  })

  it('stops when the caller aborts', async () => {
    const given = new AbortController()
    given.abort(new Error('cancelled'))
    await expect(upload(file.upload, new Blob(['abc']), {}, { signal: given.signal })).rejects.toThrow('cancelled')
    expect(notices).toEqual([])
  })
})
