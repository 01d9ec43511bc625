// The service worker: the application starts without a network. It keeps files with a hash in their names and the page that starts them,
// and nothing else: calls, uploads and media always go to the network (docs/decisions/0114). The build writes VERSION and FIRST.
const VERSION = 'dev'
const FIRST = []
const CACHE = `shuyuan-${VERSION}`
const SHELL = '/'

const isAsset = (url) => url.pathname.startsWith('/assets/')
/** Pages that must not change while they are used. */
const isBusy = (client) => /^\/web\/(exam\/start|course\/view|repo\/training|activity\/run|battle\/\d)/.test(new URL(client.url).pathname)

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([new Request(SHELL, { cache: 'reload' }), ...FIRST])))
})

// runs when no page of the version before is left, or when the user agreed
self.addEventListener('activate', (event) => {
  const removeOld = async () => {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name.startsWith('shuyuan-') && name !== CACHE).map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(removeOld())
})

async function fromCache(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const reply = await fetch(request)
  if (reply.ok) {
    const copy = reply.clone()
    const cache = await caches.open(CACHE)
    await cache.put(request, copy)
  }
  return reply
}

/** A network that swallows everything: after this time the kept page is shown. */
const UNREACHED_MS = 6_000

async function page(request) {
  const reply = fetch(request)
  const kept = await caches.match(SHELL, { cacheName: CACHE })
  if (!kept) return reply
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), UNREACHED_MS))
  return Promise.race([reply.catch(() => kept), late])
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (isAsset(url)) event.respondWith(fromCache(request))
  else if (request.mode === 'navigate' && !/^\/(?:api|files|media|docs|pdf)\//.test(url.pathname)) event.respondWith(page(request))
})

async function keep(files) {
  const cache = await caches.open(CACHE)
  await Promise.allSettled(files.filter((file) => isAsset(new URL(file, self.location.href))).map((file) => cache.add(file)))
}

async function takeOver(port) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const busy = windows.some(isBusy)
  port?.postMessage({ busy })
  if (!busy) await self.skipWaiting()
}

self.addEventListener('message', (event) => {
  // files that a page fetched before this worker existed
  if (event.data?.type === 'keep') event.waitUntil(keep(event.data.files))
  if (event.data?.type === 'take-over') event.waitUntil(takeOver(event.ports[0]))
})

const INBOX = '/web/uc?to=msg'

// the title only; the message itself is read on the page
self.addEventListener('push', (event) => {
  const { id, title } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { tag: `msg-${id}` }))
})

/** A page that shows something else is left alone. */
async function openInbox() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((client) => client.url === self.location.origin + INBOX)
  await (open ? open.focus() : self.clients.openWindow(INBOX))
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openInbox())
})
