// Work that is repeated while a server runs.
import type { App } from './ctx.ts'

/**
 * Runs `work` every `ms` milliseconds until the server stops, one run at a time. A run that takes longer lets the next ones out. A failed
 * run is logged and counted, and the next one comes at its time. The shutdown waits for the run under way.
 * @param name what the log calls it
 * @param options.atOnce the first run begins now instead of after `ms`
 */
export function every(app: App, ms: number, name: string, work: () => Promise<unknown>, { atOnce = false } = {}): void {
  let running: Promise<unknown> | undefined
  const run = () => {
    running ??= work()
      .catch((error: unknown) => {
        app.faults.add('repeated')
        app.log.error({ err: error, work: name }, 'repeated work failed')
      })
      .finally(() => (running = undefined))
  }
  const timer = setInterval(run, ms)
  app.onClose(async () => {
    clearInterval(timer)
    await running
  })
  if (atOnce) run()
}
