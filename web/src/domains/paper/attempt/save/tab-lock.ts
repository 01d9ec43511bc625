// One tab of a browser answers a paper: a lock of the browser, which ends with the tab. Without locks (http) the last tab has the paper.
import type { TabLock } from './paper-session-view.ts'

export function openTabLock(paperId: string): TabLock {
  let free: (() => void) | undefined
  const take = (steal: boolean, onLost: () => void) =>
    new Promise<boolean>((resolve) => {
      const held = navigator.locks.request(`exam-room:${paperId}`, steal ? { steal } : { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock === null
          ? undefined
          : new Promise<void>((release) => {
              free = release
            })
      })
      // another tab has stolen the lock
      held.catch(() => {
        free = undefined
        onLost()
      })
    })
  return {
    take: (steal, onLost) => {
      if (free !== undefined || !('locks' in navigator)) return Promise.resolve(true)
      return take(steal, onLost)
    },
    release() {
      free?.()
      free = undefined
    },
  }
}
