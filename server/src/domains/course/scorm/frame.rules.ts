// How the files of a package are served: below a page that holds the API, or as pages of no origin with the API in each.
import { fillRuntime, makeApi } from './frame-api.data.ts'
import { easeFrame, type FrameStart, layerWindows } from './frame.data.ts'
import { holdApi, runAlone, runGuest, runPlayer } from './frame-run.data.ts'
import type { ScormVersion } from './manifest.format.ts'

/** What the package may do in its frame. Without `allow-same-origin` its pages are of no origin: no storage, no calls, no parent of this site. */
const ALLOWED = 'allow-scripts allow-forms allow-modals'
/** @param hasHost the second host name serves the package: its pages are of that origin, and reach one another, but not the site */
export const sandboxOf = (hasHost: boolean): string => (hasHost ? `${ALLOWED} allow-same-origin` : ALLOWED)

/**
 * The same as a header, on every file: the address may be opened outside of the frame. Nothing is loaded from elsewhere, and nothing sent
 * there. The origin is named, because WebKit matches `'self'` of a page of no origin with nothing.
 * @param own the origin of the address, as the browser names it
 * @param site the origin that may show the frame, where the second host name serves it
 */
export const framePolicy = (own: string, site?: string): string =>
  [
    `sandbox ${sandboxOf(site !== undefined)}`,
    `default-src 'self' ${own} data: blob: 'unsafe-inline' 'unsafe-eval'`,
    "form-action 'none'",
    `base-uri 'self' ${own}`,
    ...(site === undefined ? [] : [`frame-ancestors 'self' ${own} ${site}`]),
  ].join('; ')

const apiName: Record<ScormVersion, string> = { '1.2': 'API', '2004': 'API_1484_11' }
export const runtimeFile: Record<ScormVersion, string> = { '1.2': 'scorm12.min.js', '2004': 'scorm2004.min.js' }
/** The folder of the runtime's files, below the ticket. */
export const RUNTIME = '~runtime'
/** The page there that holds the API, with `page` of its query in a frame below. */
export const PLAYER = 'player.html'

const types: Record<string, string> = {
  html: 'text/html',
  htm: 'text/html',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  xml: 'text/xml',
  xsd: 'text/xml',
  txt: 'text/plain',
  vtt: 'text/vtt',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  ico: 'image/x-icon',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  wasm: 'application/wasm',
  pdf: 'application/pdf',
}
export const typeOfFile = (name: string): string =>
  types[/\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'
export const isPage = (name: string): boolean => typeOfFile(name) === 'text/html'

/** Whether a path stays within the package. */
export const isInside = (path: string): boolean =>
  path !== '' && !/[\\\p{Cc}]/u.test(path) && path.split('/').every((one) => one !== '' && one !== '.' && one !== '..')

/** ASCII only, so that it fits into a page of any encoding; without `<`, which could end the script. */
const scriptText = (value: unknown) =>
  JSON.stringify(value).replaceAll(/[<\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const BOM_16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]
const HEAD_CHARS = 65_536
const CLOSE = '关闭 Close'
const apiScript = `(start, tell) => (${String(makeApi)})(${String(fillRuntime)}, start, tell)`

const easing = `(${String(easeFrame)})();(${String(layerWindows)})(${scriptText(CLOSE)});`

/** The scripts of a page below the one that holds the API. */
export const guestScripts = (version: ScormVersion): string =>
  `<script>${easing}(${String(runGuest)})(${String(holdApi)},${scriptText(apiName[version])})</script>`
/**
 * The scripts of a page that has the API itself.
 * @param runtime address of the runtime's script
 */
export const ownScripts = (runtime: string, start: FrameStart): string =>
  `<script src="${runtime}"></script><script>${easing}(${String(runAlone)})(${apiScript},${String(holdApi)},${scriptText(start)})</script>`

/** The page that holds the API. `page`: the address of the package's page. */
export const playerPage = (runtime: string, start: FrameStart, page: string): string => `<!doctype html>
<html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>SCORM</title>
<style>html,body{height:100%;margin:0}body>iframe{display:block;width:100%;height:100%;border:0}</style>
<script src="${runtime}"></script></head><body>
<script>(${String(easeFrame)})();(${String(runPlayer)})(${apiScript},${scriptText(start)},${scriptText(page)})</script>
</body></html>
`

/**
 * A page of the package with scripts before its first one.
 * @returns the bytes, and their media type: with a charset where the page names none but is UTF-8
 */
export function withScripts(page: Buffer, scripts: string): { body: Buffer; type: string } {
  const is16 = BOM_16.some((bom) => page.subarray(0, 2).equals(bom))
  const bytes = is16 ? Buffer.from(new TextDecoder(page[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(page)) : page
  const text = bytes.toString('latin1')
  const head = text.slice(0, HEAD_CHARS)
  const found = /<head(?:\s[^>]*)?>/i.exec(head) ?? /<html(?:\s[^>]*)?>/i.exec(head) ?? /<!doctype[^>]*>/i.exec(head)
  const at = found ? found.index + found[0].length : 0
  const body = Buffer.from(text.slice(0, at) + scripts + text.slice(at), 'latin1')
  const isKnown = is16 || (!/charset/i.test(head) && isUtf8(page))
  return { body, type: isKnown ? 'text/html; charset=utf-8' : 'text/html' }
}
