// What the back office does during the drill `chaos`: it uploads to a storage of its own, sends mail, and changes accounts, and asks how the site is.
import { file } from '@shuyuan/contract/common/file.ts'
import { notify } from '@shuyuan/contract/notify/notify.ts'
import { status } from '@shuyuan/contract/operation/status.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminPassword } from '../../bench/exam-setup.ts'
import { startMailStandIn } from '../../server/test/mail-stand-in.ts'
import { ask as query } from './database.ts'
import type { Stage } from './drill.ts'
import { openSwitch, type Switch } from './switch.ts'

const PAUSE_MS = 1_000
/** A call that takes longer counts as unanswered. */
const CALL_MS = 60_000
const LOOK_MS = 4_000
const FAULT = 500
/** of the drill's servers */
export const METRICS_TOKEN = 'drill-figures-4a61f2c09b7d48e3'
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64')

/** A service behind a switch, which the drill takes away. */
export type Service = { way: Switch; restore: () => void }

async function behindSwitch(stage: Stage, port: number): Promise<Service & { port: number }> {
  const way = await openSwitch()
  stage.atEnd(() => way.close())
  const restore = () => way.turnTo([{ host: '127.0.0.1', port }])
  restore()
  return { way, restore, port: way.port }
}

/** A bucket that keeps nothing and agrees to everything. */
async function startBucket(stage: Stage) {
  const server = createServer((request, reply) => {
    request.resume()
    request.once('end', () => reply.writeHead(200, { etag: '"0"', 'content-length': '0' }).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stage.atEnd(async () => void server.close())
  return behindSwitch(stage, (server.address() as AddressInfo).port)
}

async function startMail(stage: Stage) {
  const stand = await startMailStandIn('plain')
  stage.atEnd(() => stand.close())
  const { ca: _ca, ...settings } = stand.settings
  const service = await behindSwitch(stage, settings.port)
  return { ...service, settings: { ...settings, port: service.port, timeout: 5 } }
}

/** `words`: with which calls were refused */
export type Counts = { answered: number; refused: number; faults: number; unanswered: number; longestMs: number; words: string[] }
const noCounts = (): Counts => ({ answered: 0, refused: 0, faults: 0, unanswered: 0, longestMs: 0, words: [] })
/** What the site says of itself: warnings of 系统状态, and states of /readyz and /metrics. */
export type Said = { what: string; afterSeconds: number }

export type Office = {
  storage: Service
  mail: Service
  /** begins to count anew */
  reset: () => void
  counts: () => Counts
  /** each thing once since the last reset */
  said: () => Said[]
  end: () => Promise<void>
}

type Sent = { method?: string; headers?: Record<string, string>; body?: Buffer | string; signal: AbortSignal }
type Reply = { status: number; text: string }

/** One request, whose answer is read to its end. fetch of Node.js 24 throws outside of its promise when an answer is given up while it arrives. */
function ask(url: string, { body, ...options }: Sent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent: false }, (message) => {
      const parts: Buffer[] = []
      message.on('data', (part: Buffer) => parts.push(part))
      message.once('end', () => resolve({ status: message.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }))
      message.once('error', reject)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** @returns what is wrong by /readyz and /metrics */
async function statesOf(at: string, signal: AbortSignal): Promise<string[]> {
  const readyOf = ({ status, text }: Reply) => (status === 200 ? '' : `readyz: ${(JSON.parse(text) as { status: string }).status}`)
  const [ready, metrics] = await Promise.all([
    ask(`${at}/readyz`, { signal })
      .then(readyOf)
      .catch(() => 'readyz: no answer'),
    ask(`${at}/metrics`, { signal, headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      .then(({ text }) => text)
      .catch(() => ''),
  ])
  const zero = (name: string) => new RegExp(`^${name}(?:\\{[^}]*\\})? 0$`, 'm').test(metrics)
  return [ready, ...['shuyuan_bus_connected', 'shuyuan_disk_writable'].map((name) => (zero(name) ? `${name} 0` : ''))].filter(
    (one) => one !== '',
  )
}

type Envelope<T = unknown> = { code: number; msg: string; data: T }
type Post = (path: string, body: object, ms?: number) => Promise<Reply>

/** Signs the administrator in. */
async function administrator(stage: Stage, at: string) {
  let token = ''
  const send = (path: string, body: Buffer | string, type: string, ms = CALL_MS) =>
    ask(at + path, {
      method: 'POST',
      body,
      headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(body)), token },
      signal: AbortSignal.any([stage.signal, AbortSignal.timeout(ms)]),
    })
  const post: Post = (path, body, ms) => send(path, JSON.stringify(body), 'application/json', ms)
  const must = async <T>(path: string, body: object) => {
    const { code, msg, data } = JSON.parse((await post(path, body)).text) as Envelope<T>
    if (code !== 0) throw new Error(`${path}: ${msg}`)
    return data
  }
  token = (await must<{ token: string }>(user.login.path, { userName: 'admin', password: adminPassword })).token
  const form = new FormData()
  form.set('scene', 'image')
  form.set('file', new Blob([png], { type: 'image/png' }), 'picture.png')
  const encoded = new Response(form)
  const [picture, type] = [Buffer.from(await encoded.arrayBuffer()), encoded.headers.get('content-type') ?? '']
  return { post, must, upload: () => send(file.upload.path, picture, type) }
}

/** Counts what is answered, and keeps the words of the site, since the last reset. */
class Tally {
  counts = noCounts()
  #said = new Map<string, number>()
  #since = performance.now()

  reset() {
    this.counts = noCounts()
    this.#said = new Map()
    this.#since = performance.now()
  }

  async count(act: () => Promise<Reply>) {
    const [began, { counts }] = [performance.now(), this]
    try {
      const { status: state, text } = await act()
      const { code, msg } = JSON.parse(text) as Envelope
      if (state >= FAULT) counts.faults++
      else if (code === 0) counts.answered++
      else {
        counts.refused++
        if (!counts.words.includes(msg)) counts.words.push(msg)
      }
    } catch {
      counts.unanswered++
    }
    counts.longestMs = Math.max(counts.longestMs, Math.round(performance.now() - began))
  }

  say(all: string[]) {
    for (const one of all) if (!this.#said.has(one)) this.#said.set(one, performance.now() - this.#since)
  }

  get said(): Said[] {
    return [...this.#said].map(([what, ms]) => ({ what, afterSeconds: Math.round(ms / 100) / 10 }))
  }
}

/** What the site says now. */
async function listen(at: string, post: Post): Promise<string[]> {
  const warnings = post(status.detail.path, {}, LOOK_MS)
    .then(({ text }) => (JSON.parse(text) as Envelope<{ warnings?: string[] } | null>).data?.warnings ?? [])
    .catch(() => [])
  const states = await statesOf(at, AbortSignal.timeout(LOOK_MS))
  return [...states, ...(await warnings).map((name) => `系统状态: ${name}`)]
}

type Place = { port: number; databaseUrl: string; reader: string; changed: string }

/**
 * Sets mail and storage up and begins to work.
 * @param place `reader`: a learner who gets mail; `changed`: another one, whose account is switched off and on
 */
export async function openOffice(stage: Stage, { port, databaseUrl, reader, changed }: Place): Promise<Office> {
  const at = `http://127.0.0.1:${port}`
  const [storage, mail] = [await startBucket(stage), await startMail(stage)]
  const { post, must, upload } = await administrator(stage, at)
  await query(databaseUrl, `update sys_user set email = 'learner@school.example' where id = ${reader}`)
  await must(configProp.change.path, { type: 'mail', provider: 'smtp', data: mail.settings })
  const bucket = {
    endpoint: `http://127.0.0.1:${storage.port}`,
    bucket: 'drill',
    style: 'path',
    accessKeyId: 'drill',
    accessKeySecret: 'drill',
  }
  await must(configProp.change.path, { type: 'upload', provider: 's3', data: bucket })

  const tally = new Tally()
  const ending = new AbortController()
  const again = async (act: () => Promise<unknown>) => {
    while (!ending.signal.aborted) {
      await act()
      await sleep(PAUSE_MS)
    }
  }
  const message = { title: '演练', content: '演练', channels: ['mail'], refType: '', refId: '', audience: { userIds: [reader] } }
  let state: UserState = UserState.active
  const turn = () => {
    state = state === UserState.active ? UserState.disabled : UserState.active
    return post(user.state.path, { ids: [changed], state })
  }
  const works = [upload, () => post(notify.send.path, message), turn]
  const all = Promise.all([...works.map((act) => again(() => tally.count(act))), again(async () => tally.say(await listen(at, post)))])
  return {
    storage,
    mail,
    reset: () => tally.reset(),
    counts: () => tally.counts,
    said: () => tally.said,
    async end() {
      ending.abort()
      await all
    },
  }
}
