// The first script of every page of a package. It runs in the browser as text, so that each function uses nothing from outside of itself.

export type FrameStart = {
  version: '1.2' | '2004'
  /** '0': a preview, which reports nothing */
  track: string
  session: number
  seq: number
  cmi: Record<string, string>
  /** where the last report goes when the page closes */
  commit: string
  /** the origin of the page around the frame, where another host serves the package */
  site?: string
}
/** What the page around the frame gets. */
export type FrameReport = { kind: 'scorm'; track: string; session: number; seq: number; cmi: Record<string, string> }

type Api = Record<string, (...given: string[]) => unknown> & {
  loadFromFlattenedJSON: (cmi: object, place: string) => void
  getFlattenedCMI: () => Record<string, unknown>
}

/** Pages of no origin have no storage, and many packages do not expect that: they get one that lasts for a page. */
export function easeFrame(): void {
  const replace = (name: 'localStorage' | 'sessionStorage') => {
    try {
      void window[name].length
    } catch {
      const values = new Map<string, string>()
      const own = {
        // packages pass numbers too, which a browser's storage turns into text
        getItem: (key: unknown) => values.get(String(key)) ?? null,
        setItem: (key: unknown, value: unknown) => void values.set(String(key), String(value)),
        removeItem: (key: unknown) => void values.delete(String(key)),
        clear: () => values.clear(),
        key: (at: number) => [...values.keys()][at] ?? null,
      }
      Object.defineProperty(own, 'length', { get: () => values.size })
      Object.defineProperty(window, name, { value: own, configurable: true })
    }
  }
  replace('localStorage')
  replace('sessionStorage')
  try {
    void document.cookie
  } catch {
    Object.defineProperty(document, 'cookie', { get: () => '', set: (_text: string) => {}, configurable: true })
  }
}

/** Gives a runtime its values; where it refuses one, those that matter most one by one. */
export function fillRuntime(api: Api, cmi: FrameStart['cmi']): void {
  try {
    api.loadFromFlattenedJSON(cmi, '')
  } catch {
    for (const [name, value] of Object.entries(cmi))
      if (/suspend_data|location|status|learner|student/.test(name))
        try {
          api.loadFromFlattenedJSON({ [name]: value }, '')
        } catch {
          // left out
        }
  }
}

/** The runtime of the page around, where that is a page of the package too. */
export function findOuter(name: string): unknown {
  try {
    return window.parent === window ? undefined : (window.parent as unknown as Record<string, unknown>)[name]
  } catch {
    // the page around is the site's
    return undefined
  }
}

/** Makes the SCORM runtime of a page with the stored values, and reports its changes to the page of the course. */
export function startFrame(fill: typeof fillRuntime, find: typeof findOuter, start: FrameStart): void {
  const place = window as unknown as Record<string, unknown>
  const isOld = start.version === '1.2'
  const name = isOld ? 'API' : 'API_1484_11'
  // frames of one origin share the runtime of the outermost page of the package
  place[name] = start.site === undefined ? undefined : find(name)
  if (place[name] !== undefined) return
  const Runtime = place[isOld ? 'Scorm12API' : 'Scorm2004API'] as new (settings: object) => Api
  const api = new Runtime({ autocommit: false, autoCompleteLessonStatus: true, logLevel: 5 })
  const site = start.site ?? location.origin
  // another page of the same part goes on where this one stops, without waiting for the server
  const mark = `scorm ${start.track} ${start.session} `
  let { seq, cmi } = start
  if (window.name.startsWith(mark)) {
    const kept = JSON.parse(window.name.slice(mark.length)) as { seq: number; cmi: Record<string, string> }
    if (kept.seq >= seq) ({ seq, cmi } = kept)
  }
  fill(api, cmi)
  place[name] = api

  let [isBegun, isChanged] = [false, false]
  let timer: ReturnType<typeof setTimeout> | undefined
  const valuesNow = () =>
    Object.fromEntries(Object.entries(api.getFlattenedCMI()).filter(([, value]) => typeof value === 'string' && value !== '')) as Record<
      string,
      string
    >
  const report = (isEnd: boolean) => {
    clearTimeout(timer)
    timer = undefined
    if (!isChanged || start.track === '0') return
    isChanged = false
    seq += 1
    const body = { session: start.session, seq, cmi: valuesNow() }
    window.name = mark + JSON.stringify({ seq, cmi: body.cmi })
    const message: FrameReport = { kind: 'scorm', track: start.track, ...body }
    window.top?.postMessage(message, site)
    // as text, because a closing page can send nothing that asks first
    if (isEnd) navigator.sendBeacon(start.commit, new Blob([JSON.stringify(body)], { type: 'text/plain' }))
  }
  const after = (call: string, act: (result: unknown) => void) => {
    const own = api[call]!.bind(api)
    api[call] = (...given) => {
      const result = own(...given)
      act(result)
      return result
    }
  }
  after(isOld ? 'LMSInitialize' : 'Initialize', (result) => {
    if (result === 'true') isBegun = isChanged = true
  })
  after(isOld ? 'LMSSetValue' : 'SetValue', () => {
    isChanged = isBegun
    timer ??= setTimeout(report, 2_000, false)
  })
  after(isOld ? 'LMSCommit' : 'Commit', () => report(false))
  after(isOld ? 'LMSFinish' : 'Terminate', () => report(true))
  window.addEventListener('pagehide', () => report(true))
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) report(true)
  })
}
