// The pages of a request for links that platforms show in a frame: waiting, and the form that posts the answer.
import { lti } from '@shuyuan/contract/integrate/lti.ts'
import type { CallbackInput, CallbackReply } from '@shuyuan/contract/kernel/endpoint.ts'
import { createHash, randomUUID } from 'node:crypto'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { prefersEnglish } from '../../kernel/http/language.ts'
import { markBrowser } from '../sys/account/browser-mark.service.ts'
import { type ChosenItem, chooseCode, choiceHash } from './lti-choice.service.ts'
import { signedByUs } from './lti-key.service.ts'

const MARK_MS = 60 * 60_000
const AGAIN_SECONDS = 3
const ANSWER_SECONDS = 300
const PAGE = '/admin/exam/lti-select'
const PROBLEM = '/lti?problem=1'
const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`
const choosing = (name: string) => `https://purl.imsglobal.org/spec/lti-dl/claim/${name}`

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => `&#${one.codePointAt(0)};`)
const sha256 = (text: string) => createHash('sha256').update(text)

const SEND = 'document.forms[0].submit()'
const style = `body{font:16px/1.6 system-ui,sans-serif;max-width:30rem;margin:8vh auto;padding:0 1rem;color:#1f1f1f;background:#fff}
a,button{display:inline-block;font:inherit;padding:.5rem 1.25rem;border:1px solid #0958d9;border-radius:8px;color:#fff;background:#0958d9;text-decoration:none;cursor:pointer}
a:focus-visible,button:focus-visible{outline:3px solid #d46b08;outline-offset:2px}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#141414}}`
const words = {
  zh: {
    lang: 'zh-CN',
    title: '选择考试和课程',
    note: '请在新窗口中用本站的教师账号选择。选好后本页会自动返回学习平台，请不要关闭。',
    open: '在新窗口中选择',
    back: '返回学习平台',
    over: '这个请求已经处理或已过期，请在学习平台中重新打开。',
  },
  en: {
    lang: 'en',
    title: 'Choose exams and courses',
    note: 'Please choose in the new window, with your teacher’s account of this site. This page then returns to the learning platform by itself; please leave it open.',
    open: 'Choose in a new window',
    back: 'Back to the learning platform',
    over: 'This request is answered already, or too old. Please open it again in the learning platform.',
  },
}
type Words = (typeof words)['zh']

type Made = { body: string; head?: string; status?: number; policy: string; origins: readonly string[] }

function pageWith(ctx: Ctx, { lang, title }: Words, { body, head = '', status = 200, policy, origins }: Made): CallbackReply {
  const frames = ["frame-ancestors 'self'", ...origins].join(' ')
  ctx.answerHeader(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${sha256(style).digest('base64')}'; base-uri 'none'; ${policy}; ${frames}`,
  )
  ctx.answerHeader('referrer-policy', 'no-referrer')
  ctx.answerHeader('cache-control', 'no-store')
  return {
    status,
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}
<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`,
  }
}

const originOf = (address: string) => new URL(address).origin

/** The page that stands within the platform: it reloads until something is chosen, then posts the signed answer there, once. */
export async function waitForChoice(ctx: Ctx, { query, headers }: CallbackInput): Promise<CallbackReply> {
  const { app, now } = ctx
  const text = words[prefersEnglish(headers) ? 'en' : 'zh']
  const { code = '' } = query
  const row = await requests(app).where('waitHash', '=', choiceHash('wait', code)).where('expireTime', '>', now).executeTakeFirst()
  if (!row) return overPage(ctx, text)
  const origins = [...new Set([originOf(row.returnUrl), originOf(row.authUrl)])]
  if (row.items === null) {
    const address = escaped(`${lti.choose.path}?${new URLSearchParams({ code: chooseCode(code) }).toString()}`)
    const body = `<p role="status">${escaped(text.note)}</p><p><a href="${address}" target="_blank">${escaped(text.open)}</a></p>`
    return pageWith(ctx, text, {
      head: `<meta http-equiv="refresh" content="${AGAIN_SECONDS}">`,
      body,
      policy: "form-action 'none'",
      origins,
    })
  }
  const answer = await signedAnswer(ctx, row, row.items as unknown as ChosenItem[])
  const { numDeletedRows } = await app.db
    .deleteFrom('integrateLtiChoice')
    .where('waitHash', '=', choiceHash('wait', code))
    .executeTakeFirst()
  if (numDeletedRows === 0n) return overPage(ctx, text)
  const body = `<form method="post" action="${escaped(row.returnUrl)}"><input type="hidden" name="JWT" value="${escaped(answer)}"><button>${escaped(text.back)}</button></form><script>${SEND}</script>`
  const policy = `script-src 'sha256-${sha256(SEND).digest('base64')}'; form-action ${originOf(row.returnUrl)}`
  return pageWith(ctx, text, { body, policy, origins })
}

/** In a frame of whichever platform; it says nothing about anybody. */
const overPage = (ctx: Ctx, text: Words) =>
  pageWith(ctx, text, { body: `<p>${escaped(text.over)}</p>`, policy: "form-action 'none'", origins: ['https:'] })

const requests = ({ db }: App) =>
  db
    .selectFrom('integrateLtiChoice as choice')
    .innerJoin('integrateLtiPlatform as platform', 'platform.id', 'platformId')
    .where('enabled', '=', true)
    .select(['deployment', 'returnUrl', 'data', 'scores', 'items', 'issuer', 'clientId', 'authUrl'])

type Request = { deployment: string; data: string | null; scores: boolean; issuer: string; clientId: string }

const signedAnswer = ({ app, request }: Ctx, { deployment, data, scores, issuer, clientId }: Request, items: ChosenItem[]) =>
  signedByUs(
    app,
    {
      iss: clientId,
      aud: issuer,
      nonce: randomUUID(),
      [claim('deployment_id')]: deployment,
      [claim('message_type')]: 'LtiDeepLinkingResponse',
      [claim('version')]: '1.3.0',
      [choosing('content_items')]: items.map((item) => contentItem(request.origin, item, scores)),
      ...(data === null ? {} : { [choosing('data')]: data }),
    },
    ANSWER_SECONDS,
  )

function contentItem(origin: string, { kind, id, title, total }: ChosenItem, scores: boolean) {
  const lineItem = { scoreMaximum: total, label: title, resourceId: `${kind}-${id}` }
  return {
    type: 'ltiResourceLink',
    title,
    url: `${origin}/lti/${kind}/${id}`,
    // a launch needs the browser's cookie, which frames of other sites have not
    window: { targetName: '_blank' },
    // a column without a maximum is refused
    ...(scores && total > 0 ? { lineItem } : {}),
  }
}

/**
 * Opens the page on which somebody chooses, and ties the request to this browser. Only a click on the page that waits leads here: a browser
 * says from where it comes, so that nobody can be sent to the request of somebody else.
 */
export async function openChoice(ctx: Ctx, { query, headers }: CallbackInput): Promise<CallbackReply> {
  const { app, now } = ctx
  const { code = '' } = query
  const from = headers['sec-fetch-site'] ?? ''
  const tied = ['', 'same-origin'].includes(from) && (await tie(app, code, markBrowser(ctx, MARK_MS), now))
  ctx.answerHeader('location', tied ? `${PAGE}?${new URLSearchParams({ code }).toString()}` : PROBLEM)
  ctx.answerHeader('cache-control', 'no-store')
  return { status: 303, type: 'text/plain; charset=utf-8', body: '' }
}

/** The first browser gets the request. */
async function tie({ db }: App, code: string, mark: string, now: Date): Promise<boolean> {
  const markHash = sha256(mark).digest()
  const { numUpdatedRows } = await db
    .updateTable('integrateLtiChoice')
    .set({ markHash })
    .where('chooseHash', '=', choiceHash('choose', code))
    .where('expireTime', '>', now)
    .where((eb) => eb.or([eb('markHash', 'is', null), eb('markHash', '=', markHash)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
