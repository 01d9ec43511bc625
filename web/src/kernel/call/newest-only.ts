/**
 * Sends values in the order they came, one at a time. Of those that come while one is on its way only the newest is sent: requests that
 * run side by side may arrive in any order, and the last to arrive would win.
 *
 * @param send tells one value to the server; a failure is passed over, the next value goes out all the same
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
