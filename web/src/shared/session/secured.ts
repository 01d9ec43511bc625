// Safe Exam Browser gives a page the hash of its configuration key and the page's address (its JavaScript API).
import { configKeyHeader, securedPageHeader } from '@shuyuan/contract/exam/seb/secured.ts'
import { addCallHeaders } from '../../kernel/call/api.ts'

type SecuredWindow = Window & { SafeExamBrowser?: { security?: { configKey?: string; updateKeys?: (done: () => void) => void } } }

const bare = (address: string) => address.split('#')[0] ?? ''
const loadedAs = bare(globalThis.location?.href ?? '')

/** Whether this page runs in Safe Exam Browser: good enough for texts, not a proof. */
export const isSecuredBrowser = () => (window as SecuredWindow).SafeExamBrowser !== undefined || / SEB\//.test(navigator.userAgent)

/** The proof of a call where the browser itself sends no header; empty in other browsers. */
function securedHeaders(): Record<string, string> {
  const security = (window as SecuredWindow).SafeExamBrowser?.security
  if (!security) return {}
  // some versions hash the address of the first page only, others the present one
  const pages = [...new Set([loadedAs, bare(window.location.href)])].join(' ')
  // older versions compute the hash only on request; the next call has it
  if (!security.configKey) security.updateKeys?.(() => undefined)
  return security.configKey ? { [configKeyHeader]: security.configKey, [securedPageHeader]: pages } : {}
}

/** Adds the proof to every call of this page; called once, at the start. */
export const proveSecuredBrowser = (): void => addCallHeaders(securedHeaders)
