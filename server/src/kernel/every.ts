// Work that is repeated while a server runs.
import type { App } from './ctx.ts'

/** `run` begins the work unless it is under way. */
export type Repeated = { run: () => void; isRunning: () => boolean }

/**
 * Work of which one run goes on at a time. A failed run is logged and counted. The shutdown waits for the run under way, after which none begins.
 * @param name what the log calls it
 */
export function repeated(app: App, name: string, work: () => Promise<unknown>): Repeated {
  let running: Promise<unknown> | undefined
  let isOver = false
  app.onClose(async () => {
    isOver = true
    await running
  })
  return {
    isRunning: () => running !== undefined,
    run() {
      if (isOver) return
      running ??= work()
        .catch((error: unknown) => {
          app.faults.add('repeated')
          app.log.error({ err: error, work: name }, 'repeated work failed')
        })
        .finally(() => (running = undefined))
    },
  }
}

/**
 * Runs `work` every `ms` milliseconds until the server stops, one run at a time. A run that takes longer lets the next ones out. After a failed
 * run the next one comes at its time.
 * @param options.atOnce the first run begins now instead of after `ms`
 */
export function every(app: App, ms: number, name: string, work: () => Promise<unknown>, { atOnce = false } = {}): void {
  const { run } = repeated(app, name, work)
  const timer = setInterval(run, ms)
  app.onClose(() => clearInterval(timer))
  if (atOnce) run()
}
