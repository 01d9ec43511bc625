// Firefox, by WebDriver BiDi, which it speaks itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { desktop, type Engine, type EnginePage, programOf } from './engine.ts'

const program = programOf('firefox-esr', 'firefox')
/** Another program may hold the machine. */
const ANSWER_MS = 60_000
type Answer = { id: number; result?: never; error?: string; message?: string }
type Event = { type: 'event'; method: string; params: { context: string } }
/** A pretended camera and microphone, allowed without a question; the language of the pages' users. */
const preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'intl.accept_languages': 'zh-CN, zh',
}
type Evaluated = { type: string; result: { value?: string }; exceptionDetails?: { text: string } }

/** The address that a started Firefox prints. */
async function addressOf(child: ChildProcess): Promise<string> {
  const lines = createInterface(child.stderr!)
  const found = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
      if (address) resolve(address)
    })
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('Firefox ended')
  })
  ended.catch(() => undefined)
  return Promise.race([found, ended])
}

/** Sends commands, one answer each. */
async function connect(address: string) {
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data)) as Answer | Event
    if ('method' in told) {
      // a question of the page; Firefox 140 answers none at a reload by itself, whatever the session says
      void send('browsingContext.handleUserPrompt', { context: told.params.context, accept: true }).catch(() => undefined)
      return
    }
    waiting.get(told.id)?.(told)
    waiting.delete(told.id)
  })
  let last = 0
  const send = <T>(method: string, params: object) =>
    new Promise<T>((resolve, reject) => {
      last += 1
      const id = last
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject(new Error(`${method}: no answer`))
      }, ANSWER_MS)
      waiting.set(id, ({ error, message, result }) => {
        clearTimeout(timer)
        if (error === undefined) resolve(result as T)
        else reject(new Error(`${method}: ${error} ${message ?? ''}`))
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  return { send, close: () => socket.close() }
}

/** The actions of one click. */
const clickAt = (x: number, y: number) => [
  { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
]

async function open(file: string): Promise<EnginePage> {
  const profile = await mkdtemp(join(tmpdir(), 'shuyuan-firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const child = spawn(file, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, LANG: 'zh_CN.UTF-8', TZ: 'Asia/Shanghai' },
  })
  const { send, close } = await connect(await addressOf(child))
  const asked = { alwaysMatch: { unhandledPromptBehavior: { default: 'ignore' } } }
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: asked })
  await send<void>('session.subscribe', { events: ['browsingContext.userPromptOpened'] })
  // the first window has no focus, and a page without it may not ask for full screen
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'window' })
  const resize = (width: number, height: number) => send<void>('browsingContext.setViewport', { context, viewport: { width, height } })
  await resize(...desktop)
  return {
    version: capabilities.browserVersion,
    resize,
    click: (x, y) =>
      send('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: clickAt(x, y) }],
      }),
    goto: (url: string) => send<void>('browsingContext.navigate', { context, url, wait: 'complete' }),
    reload: () => send<void>('browsingContext.reload', { context, wait: 'complete' }),
    async run<T>(body: string) {
      const expression = `(async () => {${body}})().then((value) => JSON.stringify(value ?? null))`
      const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', { expression, target: { context }, awaitPromise: true })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result.value ?? 'null') as T
    },
    async close() {
      const exit = once(child, 'exit')
      await send('browser.close', {}).catch(() => child.kill())
      close()
      await exit
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export const firefoxEngine: Engine = {
  name: 'Firefox',
  packages: 'firefox-esr',
  open: program === undefined ? undefined : () => open(program),
}
