/**
 * Sends values in order, one at a time. Of the values that arrive during a call only the newest is sent: parallel requests may reach the
 * server in any order, and the last to arrive would win.
 *
 * @param send sends one value to the server; a failure is ignored, the next value is sent anyway
 */
export function newestOnly<T>(send: (value: T) => Promise<unknown>): (value: T) => void {
  let waiting: { value: T } | undefined
  let busy = false
  const work = async () => {
    busy = true
    while (waiting) {
      const { value } = waiting
      waiting = undefined
      await send(value).catch(() => undefined)
    }
    busy = false
  }
  return (value) => {
    waiting = { value }
    if (!busy) void work()
  }
}
