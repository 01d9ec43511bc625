// How a package gets its API: from the page around it, or in each of its pages. Run in the browser as text, as frame.data.ts.
import type { FrameReport, FrameStart, MakeApi, Report } from './frame.data.ts'

/** The API as a variable of this page, which packages clear at the top of their scripts: `var API = null`. */
export function holdApi(name: string, api: unknown): void {
  let own = api
  const set = (value: unknown) => {
    own = value ?? own
  }
  Object.defineProperty(window, name, { configurable: true, enumerable: true, get: () => own, set })
}

/** A page below the one that holds the API: it has the variable too, for packages that do not look elsewhere. */
export function runGuest(hold: typeof holdApi, name: string): void {
  try {
    for (let page: Window = window; page.parent !== page; page = page.parent) {
      const found = (page.parent as unknown as Record<string, unknown>)[name]
      if (found !== undefined && found !== null) return hold(name, found)
    }
  } catch {
    // opened outside of the frame
  }
}

/** On the second host name: this page holds the API, and the package is in a frame below it. */
export function runPlayer(make: MakeApi, start: FrameStart, page: string): void {
  const { api, report } = make(start, (sent, isEnd) => {
    const message: FrameReport = { kind: 'scorm', track: start.track, ...sent }
    window.parent.postMessage(message, start.site)
    // as text, because a closing page can send nothing that asks first
    if (isEnd) navigator.sendBeacon(start.commit, new Blob([JSON.stringify(sent)], { type: 'text/plain' }))
  })
  Object.assign(window, { [start.version === '1.2' ? 'API' : 'API_1484_11']: api })
  // pages below get the event first: when their own `unload` comes, this page can send nothing any more
  const leave = (page: Window) => {
    for (let at = 0; at < page.length; at++)
      try {
        const below = page[at] as Window & { packageLeave?: () => void }
        leave(below)
        below.packageLeave?.()
      } catch {
        // of another origin
      }
  }
  window.addEventListener('pagehide', () => {
    leave(window)
    report(true)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) report(true)
  })
  const frame = document.createElement('iframe')
  frame.title = document.title
  frame.allow = 'fullscreen; autoplay'
  frame.src = page
  document.body.append(frame)
}

/**
 * Without a second host name each page of the package is of an origin of its own, and has the API itself. Packages look for it in the pages
 * around theirs, and clear their own variable first: both ways lead to it.
 */
export function runAlone(make: MakeApi, hold: typeof holdApi, start: FrameStart): void {
  const around = window.parent
  // another page of the same part goes on where this one stops, without waiting for the server; a frame with a name keeps it
  const mark = `scorm ${start.track} ${start.session} `
  const isOurs = window.name === '' || window.name.startsWith('scorm ')
  const kept = window.name.startsWith(mark) ? (JSON.parse(window.name.slice(mark.length)) as Pick<Report, 'seq' | 'cmi'>) : undefined
  const cmi = kept && kept.seq >= start.seq ? kept.cmi : start.cmi
  const { api, report } = make({ ...start, from: Math.max(start.from, kept?.seq ?? 0), cmi }, (sent, isEnd) => {
    if (isOurs) window.name = mark + JSON.stringify({ seq: sent.seq, cmi: sent.cmi })
    const message: FrameReport = { kind: 'scorm', track: start.track, ...sent }
    // the page of the site is one of those around
    for (let page = around; ; page = page.parent) {
      page.postMessage(message, start.site)
      if (page.parent === page) break
    }
    if (isEnd) navigator.sendBeacon(start.commit, new Blob([JSON.stringify(sent)], { type: 'text/plain' }))
  })
  const name = start.version === '1.2' ? 'API' : 'API_1484_11'
  hold(name, api)
  if (around !== window) {
    const shown: Record<string, unknown> = {
      [name]: api,
      opener: null,
      closed: false,
      name: '',
      length: 0,
      postMessage: around.postMessage.bind(around),
      focus: () => undefined,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }
    for (const self of ['parent', 'top', 'self', 'window', 'frames']) shown[self] = shown
    Object.defineProperty(window, 'parent', { configurable: true, enumerable: true, writable: true, value: shown })
  }
  window.addEventListener('pagehide', () => report(true))
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) report(true)
  })
}
