// Small pages of LTI that stand between two sites, with a policy of their own.
import type { CallbackReply } from '@shuyuan/contract/kernel/endpoint.ts'
import { createHash } from 'node:crypto'

export const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => `&#${one.codePointAt(0)};`)
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const originOf = (address: string) => new URL(address).origin

const SEND = 'document.forms[0].submit()'
const style = `body{font:16px/1.6 system-ui,sans-serif;max-width:30rem;margin:8vh auto;padding:0 1rem;color:#1f1f1f;background:#fff}
a,button{display:inline-block;font:inherit;padding:.5rem 1.25rem;border:1px solid #0958d9;border-radius:8px;color:#fff;background:#0958d9;text-decoration:none;cursor:pointer}
a:focus-visible,button:focus-visible{outline:3px solid #d46b08;outline-offset:2px}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#141414}}`

/** `frames`: origins that may show the page in a frame, besides this site */
export type HtmlPage = { lang: string; title: string; body: string; head?: string; status?: number; frames?: readonly string[] }
export type HtmlReply = { headers: Record<string, string>; reply: CallbackReply }

function pageWith({ lang, title, body, head = '', status = 200, frames = [] }: HtmlPage, policy: string): HtmlReply {
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}
<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`
  const ancestors = ["frame-ancestors 'self'", ...frames].join(' ')
  return {
    headers: {
      'content-security-policy': `default-src 'none'; style-src ${hashOf(style)}; base-uri 'none'; ${policy}; ${ancestors}`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    reply: { status, type: 'text/html; charset=utf-8', body: html },
  }
}

/** A page that sends nothing. */
export const plainPage = (page: HtmlPage): HtmlReply => pageWith(page, "form-action 'none'")

type Sent = Omit<HtmlPage, 'body' | 'head'> & { address: string; fields: Readonly<Record<string, string>>; button: string }
/** A form that posts itself to another site: to the origin of `address` only. The button is for browsers without scripts. */
export function sendingPage({ address, fields, button, ...page }: Sent): HtmlReply {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
  const body = `<form method="post" action="${escaped(address)}">${inputs.join('')}<button>${escaped(button)}</button></form><script>${SEND}</script>`
  return pageWith({ ...page, body }, `script-src ${hashOf(SEND)}; form-action ${originOf(address)}`)
}
