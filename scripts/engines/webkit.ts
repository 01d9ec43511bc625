// WebKit, by the WebDriver of WebKitGTK with its small browser, on a screen of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../e2e/server.ts'
import { desktop, type Engine, type EnginePage, programOf, until } from './engine.ts'

const driver = programOf('WebKitWebDriver')
const screen = programOf('Xvfb')

/** The small browser that Debian installs beside the library. */
function miniBrowser(): string | undefined {
  const root = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
  const folders = existsSync(root) ? readdirSync(root).filter((name) => name.startsWith('webkit2gtk-4')) : []
  return folders.map((name) => join(root, name, 'MiniBrowser')).find((file) => existsSync(file))
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill()
  await exit
}

const clickAt = (x: number, y: number) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})

type Value = { value: never }
async function send<T>(method: string, url: string, body?: object): Promise<T> {
  const reply = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = (await reply.json()) as Value
  if (!reply.ok) throw new Error(`${url}: ${JSON.stringify(value)}`)
  return value
}

/** The small browser allows its pretended camera and microphone without a question. */
const args = ['--automation', '--enable-mock-capture-devices=true', '--enable-media-stream=true']

async function open(driverFile: string, screenFile: string, browser: string): Promise<EnginePage> {
  const display = spawn(screenFile, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(createInterface(display.stdio[3] as NodeJS.ReadableStream), 'line')) as [string]
  const port = await freePort()
  const child = spawn(driverFile, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${number}`, LANG: 'zh_CN.UTF-8', TZ: 'Asia/Shanghai' },
  })
  const root = `http://127.0.0.1:${port}`
  await until('WebKitWebDriver answers', 30, () => send<object>('GET', `${root}/status`).catch(() => undefined))
  const { sessionId, capabilities } = await send<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    `${root}/session`,
    {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args }, unhandledPromptBehavior: 'accept' } },
    },
  )
  const session = `${root}/session/${sessionId}`
  const resize = (width: number, height: number) => send<void>('POST', `${session}/window/rect`, { x: 0, y: 0, width, height })
  await resize(...desktop)
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    resize,
    click: (x, y) => send<void>('POST', `${session}/actions`, { actions: [clickAt(x, y)] }),
    goto: (url: string) => send<void>('POST', `${session}/url`, { url }),
    reload: () => send<void>('POST', `${session}/refresh`, {}),
    async run<T>(body: string) {
      const script = `const done = arguments[arguments.length - 1];(async () => {${body}})().then((value) => done({ value }), (error) => done({ error: String(error) }))`
      const answer = await send<{ value?: T; error?: string }>('POST', `${session}/execute/async`, { script, args: [] })
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer.value as T
    },
    async close() {
      await send('DELETE', session).catch(() => undefined)
      await end(child)
      await end(display)
    },
  }
}

const browser = miniBrowser()
export const webkitEngine: Engine = {
  name: 'WebKit',
  packages: 'webkit2gtk-driver xvfb',
  open: driver && screen && browser ? () => open(driver, screen, browser) : undefined,
}
