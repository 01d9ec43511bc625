// How the files of a package are served: as pages of no origin, with the runtime as their first script.
import type { ScormVersion } from './manifest.format.ts'
import { easeFrame, fillRuntime, findOuter, type FrameStart, startFrame } from './frame.data.ts'

/** What the package may do in its frame. Without `allow-same-origin` its pages are of no origin: no storage, no calls, no parent of this site. */
const ALLOWED = 'allow-scripts allow-forms allow-modals'
/** @param hasHost the second host name serves the package: its pages are of that origin, and reach one another, but not the site */
export const sandboxOf = (hasHost: boolean): string => (hasHost ? `${ALLOWED} allow-same-origin` : ALLOWED)

/**
 * The same as a header, on every file: the address may be opened outside of the frame. Nothing is loaded from elsewhere, and nothing sent
 * there. `'self'` is the origin of the address, which answers these pages as everybody.
 * @param site the origin that may show the frame, where the second host name serves it
 */
export const framePolicy = (site?: string): string =>
  [
    `sandbox ${sandboxOf(site !== undefined)}`,
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'",
    "form-action 'none'",
    "base-uri 'self'",
    ...(site === undefined ? [] : [`frame-ancestors 'self' ${site}`]),
  ].join('; ')

export const runtimeFile: Record<ScormVersion, string> = { '1.2': 'scorm12.min.js', '2004': 'scorm2004.min.js' }
/** The folder of the runtime's files, below the ticket. */
export const RUNTIME = '~runtime'

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

/**
 * A page of the package with the runtime before its first script.
 * @param runtime address of the runtime's script
 * @returns the bytes, and their media type: with a charset where the page names none but is UTF-8
 */
export function withRuntime(page: Buffer, runtime: string, start: FrameStart): { body: Buffer; type: string } {
  const is16 = BOM_16.some((bom) => page.subarray(0, 2).equals(bom))
  const bytes = is16 ? Buffer.from(new TextDecoder(page[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(page)) : page
  const text = bytes.toString('latin1')
  const head = text.slice(0, HEAD_CHARS)
  const found = /<head(?:\s[^>]*)?>/i.exec(head) ?? /<html(?:\s[^>]*)?>/i.exec(head) ?? /<!doctype[^>]*>/i.exec(head)
  const at = found ? found.index + found[0].length : 0
  const scripts = `<script src="${runtime}"></script><script>(${String(easeFrame)})();(${String(startFrame)})(${String(fillRuntime)},${String(findOuter)},${scriptText(start)})</script>`
  const body = Buffer.from(text.slice(0, at) + scripts + text.slice(at), 'latin1')
  const isKnown = is16 || (!/charset/i.test(head) && isUtf8(page))
  return { body, type: isKnown ? 'text/html; charset=utf-8' : 'text/html' }
}
