// A benchmark that is told to end leaves no server and no database behind.
const LOOK_MS = 1_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const FAILED = 1

/**
 * Calls `close`, and ends the process, at a signal or when the process that started this one is gone: npm may be killed without passing it on.
 * @returns stops listening
 */
export function onToldToEnd(close: () => Promise<void>): () => void {
  const parent = process.ppid
  const end = () => {
    listenNoMore()
    void close().finally(() => process.exit(FAILED))
  }
  const timer = setInterval(() => {
    if (process.ppid !== parent) end()
  }, LOOK_MS)
  timer.unref()
  function listenNoMore() {
    clearInterval(timer)
    for (const signal of signals) process.removeListener(signal, end)
  }
  for (const signal of signals) process.once(signal, end)
  return listenNoMore
}
