// Safe Exam Browser tells a page the key of its configuration, hashed with the page's address (its JavaScript API).
import { configKeyHeader, securedPageHeader } from '@shuyuan/contract/exam/secured.ts'
import { addCallHeaders } from '../kernel/call/api.ts'

type SecuredWindow = Window & { SafeExamBrowser?: { security?: { configKey?: string; updateKeys?: (done: () => void) => void } } }

const bare = (address: string) => address.split('#')[0] ?? ''
const loadedAs = bare(globalThis.location?.href ?? '')

/** Whether this page runs in Safe Exam Browser: good for words, not a proof. */
export const isSecuredBrowser = () => (window as SecuredWindow).SafeExamBrowser !== undefined || / SEB\//.test(navigator.userAgent)

/** What proves a call of this page where the browser itself sends no header; nothing in other browsers. */
function securedHeaders(): Record<string, string> {
  const security = (window as SecuredWindow).SafeExamBrowser?.security
  if (!security) return {}
  // some versions know the address of the first page only, some follow
  const pages = [...new Set([loadedAs, bare(window.location.href)])].join(' ')
  // older ones know nothing before they are asked; the next call has it
  if (!security.configKey) security.updateKeys?.(() => undefined)
  return security.configKey ? { [configKeyHeader]: security.configKey, [securedPageHeader]: pages } : {}
}

/** Makes every call of this page carry the proof; once, at the start. */
export const proveSecuredBrowser = (): void => addCallHeaders(securedHeaders)
