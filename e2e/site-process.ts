// A server process that one test file after another uses, each with a site of its own: its modules are loaded and compiled once.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What the process is asked, and what it answers. */
export type Asked = { open: Record<string, string> } | 'close'
export type Answered = 'opened' | 'closed' | { failed: string }

const program = fileURLToPath(new URL('site-host.ts', import.meta.url))

export class SiteProcess {
  #child: ChildProcess | undefined
  readonly #env: NodeJS.ProcessEnv

  /** `env` holds for all sites of the process. */
  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Opens a site. @throws with the reason if it does not start */
  async open(env: Record<string, string>): Promise<void> {
    this.#child ??= fork(program, { env: this.#env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    await this.#ask({ open: env })
  }

  /** Shuts the site down; the process stays. */
  async close(): Promise<void> {
    if (this.#child) await this.#ask('close')
  }

  /** Ends the process at once, with its site. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  async #ask(asked: Asked): Promise<void> {
    const child = this.#child!
    const answered = new AbortController()
    const { signal } = answered
    try {
      const answer = once(child, 'message', { signal }).then(([one]) => one as Answered)
      const gone = once(child, 'exit', { signal }).then((): Answered => ({ failed: 'the process of the site ended' }))
      child.send(asked)
      const first = await Promise.race([answer, gone])
      if (typeof first !== 'string') throw new Error(first.failed)
    } finally {
      // takes the other listener away
      answered.abort()
    }
  }
}
