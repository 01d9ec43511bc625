// The service worker: registered after the page, and asked before a new version takes over.
import { store } from '../../kernel/state/store.ts'

/** A version that waits to take over. */
export const waitingVersion = store<ServiceWorker | undefined>(undefined)

/** Files that this page has fetched, so that they are there without a network, too. */
const fetched = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.includes('/assets/'))

function follow(registration: ServiceWorkerRegistration) {
  const look = () => {
    // without a controller this is the first version, which replaces nothing
    if (registration.waiting && navigator.serviceWorker.controller) waitingVersion.set(registration.waiting)
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
}

/** Registers the service worker of a build; a browser without one works as before. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = async () => {
    const registration = await navigator.serviceWorker.register('/sw.js')
    follow(registration)
    const { active } = await navigator.serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    active?.postMessage({ type: 'keep', files: fetched() })
  }
  // a refused registration changes nothing
  const begin = () => void register().catch(() => undefined)
  // not before the page itself, whose files come first; Safari may have loaded it before this module has waited for its texts
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}

/** Lets the new version take over and loads the page again. @returns true: not now, somewhere an exam or a lesson is open */
export async function takeOver(worker: ServiceWorker): Promise<boolean> {
  const channel = new MessageChannel()
  const answer = new Promise<boolean>((resolve) => {
    channel.port1.addEventListener('message', ({ data }: MessageEvent<{ busy: boolean }>) => resolve(data.busy), { once: true })
    channel.port1.start()
  })
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  worker.postMessage({ type: 'take-over' }, [channel.port2])
  return answer
}
