import { CLOUD_PIECE, file as files } from '@shuyuan/contract/common/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { refused } from '../../../test/answers.ts'
import { fakeServer, type Sent } from '../../../test/fake-server.ts'
import { notices } from '../../../test/render.tsx'
import { setToken } from '../../kernel/call/token.ts'
import { shownUser } from '../session/session.ts'
import { sendToCloud } from './cloud-pieces.ts'
import { sendFile } from './send-file.ts'

const SIZE = 2 * CLOUD_PIECE + 5
const film = () => new File([new Uint8Array(SIZE)], 'film.mp4', { type: 'video/mp4', lastModified: 1 })
const stored = { id: '1', url: '/files/film.mp4', name: 'film.mp4', size: SIZE, type: 'video/mp4' }

/** A cloud that takes pieces, and answers the requests of these numbers (from 1) with a status; 0: the connection is lost. Without `keeps` it loses what it took. */
function cloud(troubles: Record<number, number> = {}, has = new Set<number>(), { keeps = true, isRefused = false } = {}) {
  const calls: string[] = []
  const real = globalThis.XMLHttpRequest
  onTestFinished(() => {
    globalThis.XMLHttpRequest = real
  })
  const pieces = [0, 1, 2].map((at) => ({ start: at * CLOUD_PIECE, end: Math.min(SIZE, (at + 1) * CLOUD_PIECE) }))
  const missing = ({ body }: Sent) => {
    if ((body as { id: string }).id === 'expired') return refused('notFound')
    const next = pieces.flatMap((piece, at) => (has.has(at) ? [] : [{ ...piece, url: `https://cloud/${at}`, headers: {} }]))
    const arrived = pieces.reduce((sum, { start, end }, at) => sum + (has.has(at) ? end - start : 0), 0)
    return { data: { arrived, next } }
  }
  const noted = (answer: (sent: Sent) => object) => (sent: Sent) => {
    calls.push(sent.path)
    return answer(sent)
  }
  fakeServer({
    [configProp.upload.path]: noted(() => ({ data: { provider: 'aliyun' } })),
    [files['begin-direct'].path]: noted(() => (isRefused ? refused('fileKind', { msg: '不支持' }) : { data: { id: 'new' } })),
    [files['missing-parts'].path]: noted(missing),
    [files.finish.path]: noted(() => ({ data: stored })),
  })
  let asked = 0
  class Request extends EventTarget {
    upload = new EventTarget()
    status = 0
    #at = 0
    open(method: string, url: string) {
      calls.push(`${method} ${url}`)
      this.#at = Number(url.split('/').at(-1))
    }
    setRequestHeader() {}
    abort() {}
    send(body: Blob) {
      queueMicrotask(() => {
        const trouble = troubles[++asked]
        if (trouble === 0) return this.dispatchEvent(new Event('error'))
        this.status = trouble ?? 200
        if (keeps && trouble === undefined && body.type === '' && body.size === pieces[this.#at]!.end - pieces[this.#at]!.start)
          has.add(this.#at)
        return this.dispatchEvent(new Event('load'))
      })
    }
  }
  globalThis.XMLHttpRequest = Request as never
  return calls
}

let sessions = 0
beforeEach(() => {
  localStorage.clear()
  setToken(`cloud-pieces-${sessions++}`)
})
const ask = files['missing-parts'].path
const left = () => Object.keys(localStorage).filter((key) => key.startsWith('upload '))

it('a large file goes to the cloud in pieces, and on after a lost piece and an address that has ended', async () => {
  const percents: number[] = []
  const calls = cloud({ 2: 0, 3: 403 })
  expect(await sendFile(film(), 'course', { onProgress: (percent) => percents.push(percent) })).toEqual(stored)
  expect(calls).toEqual([
    configProp.upload.path,
    files['begin-direct'].path,
    ask,
    'PUT https://cloud/0',
    'PUT https://cloud/1',
    ask,
    'PUT https://cloud/1',
    ask,
    'PUT https://cloud/1',
    'PUT https://cloud/2',
    ask,
    files.finish.path,
  ])
  expect(percents.at(-1)).toBe(100)
  expect(left()).toEqual([])
})

it('goes on with what a closed page had sent; an upload that has expired begins anew', async () => {
  const place = `upload ${shownUser()?.id ?? ''} course ${SIZE} 1 film.mp4 aliyun`
  localStorage.setItem(place, 'left')
  const calls = cloud({}, new Set([0, 1]))
  await sendFile(film(), 'course')
  expect(calls.slice(1)).toEqual([ask, 'PUT https://cloud/2', ask, files.finish.path])
  localStorage.setItem(place, 'expired')
  setToken('later')
  const again = cloud()
  await sendFile(film(), 'course')
  expect(again.slice(1, 4)).toEqual([ask, files['begin-direct'].path, ask])
})

it('a browser that cannot reach the cloud at all gives up soon, so that the server takes the file', async () => {
  const calls = cloud({ 1: 0, 2: 0 })
  await expect(sendToCloud('aliyun', film(), 'course', {})).rejects.toMatchObject({ at: 'send' })
  expect(calls).toEqual([files['begin-direct'].path, ask, 'PUT https://cloud/0', ask, 'PUT https://cloud/0'])
})

it('a cloud that takes every piece and has none is asked with pauses, and given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const said = notices()
  const calls = cloud({}, new Set(), { keeps: false })
  const sent = sendToCloud('aliyun', film(), 'course', {}).catch((error: unknown) => error)
  const rounds = () => calls.filter((one) => one === 'PUT https://cloud/0').length
  await vi.advanceTimersByTimeAsync(999)
  expect(rounds()).toBe(2)
  await vi.advanceTimersByTimeAsync(180_000)
  const text = '上传中断了，重新选择这个文件可以接着传'
  expect([rounds(), said, await sent]).toMatchObject([9, [text], { message: text }])
})

it('a refusal is shown, and nothing is sent', async () => {
  const said = notices()
  const calls = cloud({}, new Set(), { isRefused: true })
  await expect(sendFile(film(), 'course')).rejects.toMatchObject({ code: errors.fileKind[0] })
  expect(said).toEqual(['不支持'])
  expect(calls.filter((one) => one.startsWith('PUT'))).toEqual([])
})
