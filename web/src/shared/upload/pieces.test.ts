import { file as files, PIECES_PATH } from '@shuyuan/contract/common/file.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { fakeServer, type Sent } from '../../../test/fake-server.ts'
import { setToken } from '../../kernel/call/token.ts'
import { shownUser } from '../session/session.ts'
import { sendFile } from './send-file.ts'

const MB = 1024 * 1024
const film = () => new File([new Uint8Array(20 * MB)], 'film.mp4', { type: 'video/mp4', lastModified: 1 })

/** A server that keeps uploads in pieces, and loses the connection at the request of number `lostAt`. */
function server({ lostAt = -1, keeps = new Map<string, number>() } = {}) {
  const calls: string[] = []
  const real = globalThis.XMLHttpRequest
  onTestFinished(() => {
    globalThis.XMLHttpRequest = real
  })
  const noted = (answer: () => object) => (sent: Sent) => {
    calls.push(sent.path)
    return { data: answer() }
  }
  fakeServer({
    [configProp.upload.path]: noted(() => ({ provider: 'local' })),
    [files.begin.path]: noted(() => {
      const id = `id-${keeps.size}`
      keeps.set(id, 0)
      return { id }
    }),
    [files.finish.path]: noted(() => ({ id: '1', url: '/files/film.mp4', name: 'film.mp4', size: 20 * MB, type: 'video/mp4' })),
  })
  let asked = 0
  class Request {
    upload: { onprogress?: (event: object) => void } = {}
    onload: (() => void) | undefined
    onerror: ((error: object) => void) | undefined
    status = 0
    responseText = ''
    #headers: Record<string, string> = {}
    #method = ''
    #id = ''
    open(method: string, url: string) {
      this.#method = method
      this.#id = url.slice(PIECES_PATH.length)
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name.toLowerCase()] = value
    }
    getResponseHeader(name: string) {
      if (name.toLowerCase() === 'upload-length') return String(20 * MB)
      return String(keeps.get(this.#id) ?? '')
    }
    send(body?: Blob) {
      calls.push(`${this.#method} ${this.#headers['upload-offset'] ?? ''}`.trim())
      queueMicrotask(() => this.#answer(body))
    }
    abort() {}
    #answer(body: Blob | undefined) {
      asked += 1
      if (asked === lostAt) return this.onerror?.({})
      const held = keeps.get(this.#id)
      this.status = held === undefined ? 404 : this.#method === 'HEAD' ? 200 : 204
      if (held !== undefined && body) {
        keeps.set(this.#id, held + body.size)
        this.upload.onprogress?.({ lengthComputable: true, loaded: body.size, total: body.size })
      }
      return this.onload?.()
    }
  }
  globalThis.XMLHttpRequest = Request as never
  return calls
}

let sessions = 0
beforeEach(() => {
  localStorage.clear()
  setToken(`pieces-${sessions++}`)
})

it('a large file goes in pieces, and on after a lost connection', async () => {
  const percents: number[] = []
  const calls = server({ lostAt: 3 })
  expect(await sendFile(film(), 'course', { onProgress: (percent) => percents.push(percent) })).toMatchObject({ url: '/files/film.mp4' })
  expect(calls).toEqual([
    configProp.upload.path,
    files.begin.path,
    'HEAD',
    'PATCH 0',
    `PATCH ${8 * MB}`,
    'HEAD',
    `PATCH ${8 * MB}`,
    `PATCH ${16 * MB}`,
    files.finish.path,
  ])
  expect(percents.at(-1)).toBe(100)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('upload '))).toEqual([])
})

it('goes on with what a closed page had sent; an upload that has expired begins anew', async () => {
  const place = `upload ${shownUser()?.id ?? ''} course ${20 * MB} 1 film.mp4`
  localStorage.setItem(place, 'left')
  const calls = server({ keeps: new Map([['left', 16 * MB]]) })
  await sendFile(film(), 'course')
  expect(calls.slice(1)).toEqual(['HEAD', `PATCH ${16 * MB}`, files.finish.path])
  localStorage.setItem(place, 'expired')
  setToken('later')
  const again = server()
  await sendFile(film(), 'course')
  expect(again.slice(1, 4)).toEqual(['HEAD', files.begin.path, 'HEAD'])
})
