// Safe Exam Browser: the configuration of an exam and its Config Key (safeexambrowser.org/developer/seb-config-key.html).
import { createHash, timingSafeEqual } from 'node:crypto'

type Value = string | number | boolean | Settings | readonly Value[]
export type Settings = { readonly [key: string]: Value }

/** The settings of one exam at `origin`: start page, quit address, and access to the exam only. */
export function settingsFor({ origin, examId, quitPath }: { origin: string; examId: string; quitPath: string }): Settings {
  return {
    originatorVersion: 'Shuyuan_1.0',
    // 0: starts an exam, 1 would configure a client
    sebConfigPurpose: 0,
    startURL: `${origin}/web/exam/check/${examId}`,
    quitURL: `${origin}${quitPath}`,
    quitURLConfirm: false,
    // keys in headers if the engine supports it, else by the JavaScript API
    sendBrowserExamKey: true,
    browserWindowWebView: 3,
    allowQuit: true,
    // full screen
    browserViewMode: 1,
    browserWindowAllowReload: true,
    showReloadButton: true,
    showTaskBar: true,
    allowSwitchToApplications: false,
    allowSpellCheck: false,
    allowDictionaryLookup: false,
    allowScreenSharing: false,
    allowVirtualMachine: false,
    allowVideoCapture: true,
    enablePrintScreen: false,
    enablePrivateClipboard: true,
    enableRightMouse: false,
    URLFilterEnable: true,
    URLFilterEnableContentFilter: false,
    URLFilterRules: [{ action: 1, active: true, expression: `${origin.replace(/^https?:\/\//, '')}/*`, regex: false }],
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

function plistOf(value: Value): string {
  if (typeof value === 'string') return `<string>${escaped(value)}</string>`
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>'
  if (typeof value === 'number') return `<integer>${value}</integer>`
  if (isList(value)) return `<array>${value.map(plistOf).join('')}</array>`
  return `<dict>${Object.entries(value)
    .map(([key, one]) => `<key>${escaped(key)}</key>${plistOf(one)}`)
    .join('\n')}</dict>`
}

/** The settings as a property list, the content of a .seb file without a password. */
export const plistFile = (settings: Settings): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">${plistOf(settings)}</plist>
`

/** SEB-JSON: keys sorted case-insensitively, no escaping, no whitespace, no empty dictionaries. */
function sebJson(value: Value): string {
  if (typeof value === 'string') return `"${value}"`
  if (typeof value !== 'object') return String(value)
  if (isList(value)) return `[${value.map(sebJson).join(',')}]`
  const low = (key: string) => key.toLowerCase()
  const entries = Object.entries(value)
    .filter(([, one]) => typeof one !== 'object' || isList(one) || Object.keys(one).length > 0)
    .toSorted(([a], [b]) => (low(a) < low(b) ? -1 : low(a) > low(b) ? 1 : 0))
  return `{${entries.map(([key, one]) => `"${key}":${sebJson(one)}`).join(',')}}`
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** The Config Key of settings: 64 hexadecimal digits. */
export function configKey({ originatorVersion: _meta, ...settings }: Settings): string {
  return sha256(sebJson(settings))
}

/** The hash that the browser sends for a page: SHA-256 of address without fragment, and key. */
export const configKeyHash = (url: string, key: string): string => sha256((url.split('#')[0] ?? '') + key)

/** Whether a hash was made with this key for one of the addresses. */
export function provesKey(hash: string, urls: readonly string[], key: string): boolean {
  const given = Buffer.from(hash.toLowerCase())
  return urls.some((url) => {
    const expected = Buffer.from(configKeyHash(url, key))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
