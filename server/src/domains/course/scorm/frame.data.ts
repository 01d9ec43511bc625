// Scripts of the pages of a package. They run in the browser as text, so that each function uses nothing from outside of itself.
import type { ScormApi } from './frame-api.data.ts'

export type FrameStart = {
  version: '1.2' | '2004'
  /** '0': a preview, which reports nothing */
  track: string
  session: number
  /** of the newest stored report */
  seq: number
  /** reports of this page have higher numbers, so that none of an earlier page is taken after them */
  from: number
  cmi: Record<string, string>
  /** where the last report goes when the page closes */
  commit: string
  /** the origin of the page of the site around the frame */
  site: string
}
export type Report = { session: number; seq: number; cmi: Record<string, string> }
/** What the page around the frame gets. */
export type FrameReport = { kind: 'scorm'; track: string } & Report
/** Makes the API of a package. */
export type MakeApi = (
  start: FrameStart,
  tell: (report: Report, isEnd: boolean) => void,
) => { api: ScormApi; report: (isEnd: boolean) => void }

/**
 * What many packages expect of a page: storage, which pages of no origin lack and get for a page; and `unload`, which WebKit leaves out for
 * pages that it keeps for the way back. Such a page begins anew when it is shown again.
 */
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
  let isLeft = false
  const leave = () => {
    if (!isLeft) window.dispatchEvent(new Event('unload'))
    isLeft = true
  }
  Object.defineProperty(window, 'packageLeave', { value: leave })
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) leave()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  try {
    void document.cookie
  } catch {
    Object.defineProperty(document, 'cookie', { get: () => '', set: (_text: string) => {}, configurable: true })
  }
}

/**
 * A window that a package opens becomes a layer over its page, because its frame may open none. The page in the layer finds its opener as
 * usual, where both are of one origin.
 */
export function layerWindows(closeText: string): void {
  type Layer = HTMLIFrameElement & { packageOpener?: Window; packageClose?: () => void }
  const native = window.open.bind(window)
  let own: Layer | null = null
  let outermost: Window = window
  try {
    own = window.frameElement as Layer | null
    while (outermost.parent !== outermost && outermost.parent.document) outermost = outermost.parent
  } catch {
    // the page around is of another origin
  }
  const { packageOpener, packageClose } = own ?? {}
  if (packageOpener && packageClose) {
    Object.defineProperty(window, 'opener', { value: packageOpener, configurable: true, writable: true })
    window.close = packageClose
  }
  const isFrame = (page: Window, name: string): boolean =>
    Array.from({ length: page.length }, (_, at) => page[at]!).some((one) => {
      try {
        return one.name === name || isFrame(one, name)
      } catch {
        return false
      }
    })
  window.open = (url, name = '') => {
    const address = new URL(String(url ?? '') || 'about:blank', document.baseURI)
    const isOwn = address.origin === location.origin || address.protocol === 'about:' || address.protocol === 'blob:'
    if (!isOwn || /^_(?:self|parent|top)$/i.test(name) || (name !== '' && isFrame(outermost, name))) return native(url, name)
    const { document: page } = outermost
    const layer = page.createElement('div')
    layer.style.cssText = 'position:fixed;inset:0;z-index:2147483647;display:flex;flex-direction:column;background:#fff'
    const button = page.createElement('button')
    button.textContent = closeText
    button.style.cssText = 'align-self:flex-end;min-height:44px;padding:0 20px;border:0;background:none;font:16px sans-serif;cursor:pointer'
    // oxlint-disable-next-line react/iframe-missing-sandbox -- it is within the frame of the package, whose limits hold for it
    const frame: Layer = page.createElement('iframe')
    frame.style.cssText = 'flex:1;width:100%;border:0'
    frame.title = name || 'window'
    frame.name = name
    frame.allow = 'fullscreen; autoplay'
    frame.packageOpener = window
    frame.packageClose = () => layer.remove()
    button.addEventListener('click', frame.packageClose)
    frame.src = address.href
    layer.append(button, frame)
    page.body.append(layer)
    frame.focus()
    return frame.contentWindow
  }
}
