// The browser's network state.
import { useSyncExternalStore } from 'react'

const follow = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const useOnline = () => useSyncExternalStore(follow, () => navigator.onLine)
