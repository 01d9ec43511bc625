// The pages of a request for links that platforms show in a frame: waiting, and the form that posts the answer.
import { lti } from '@shuyuan/contract/integrate/lti.ts'
import type { CallbackInput, CallbackReply } from '@shuyuan/contract/kernel/endpoint.ts'
import { createHash, randomUUID } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { prefersEnglish } from '../../../kernel/http/language.ts'
import { markBrowser } from '../../account/sign-in/browser-mark.service.ts'
import { type ChosenItem, chooseCode, choiceHash } from './lti-choice.service.ts'
import { escaped, type HtmlReply, plainPage, sendingPage } from './lti-html.rules.ts'
import { signedByUs } from './lti-key.service.ts'

const MARK_MS = 60 * 60_000
const AGAIN_SECONDS = 3
const ANSWER_SECONDS = 300
const PAGE = '/admin/exam/lti-select'
const PROBLEM = '/lti?problem=1'
const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`
const choosing = (name: string) => `https://purl.imsglobal.org/spec/lti-dl/claim/${name}`

const sha256 = (text: string) => createHash('sha256').update(text)

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

function answerWith(ctx: Ctx, { headers, reply }: HtmlReply): CallbackReply {
  for (const [name, value] of Object.entries(headers)) ctx.answerHeader(name, value)
  return reply
}

const originOf = (address: string) => new URL(address).origin

/** The page that stands within the platform: it reloads until something is chosen, then posts the signed answer there, once. */
export async function waitForChoice(ctx: Ctx, { query, headers }: CallbackInput): Promise<CallbackReply> {
  const { app, now } = ctx
  const text = words[prefersEnglish(headers) ? 'en' : 'zh']
  const { code = '' } = query
  const row = await requests(app).where('waitHash', '=', choiceHash('wait', code)).where('expireTime', '>', now).executeTakeFirst()
  if (!row) return overPage(ctx, text)
  const frames = [...new Set([originOf(row.returnUrl), originOf(row.authUrl)])]
  if (row.items === null) {
    const address = escaped(`${lti.choose.path}?${new URLSearchParams({ code: chooseCode(code) }).toString()}`)
    const body = `<p role="status">${escaped(text.note)}</p><p><a href="${address}" target="_blank">${escaped(text.open)}</a></p>`
    return answerWith(ctx, plainPage({ ...text, head: `<meta http-equiv="refresh" content="${AGAIN_SECONDS}">`, body, frames }))
  }
  const answer = await signedAnswer(ctx, row, row.items as unknown as ChosenItem[])
  const { numDeletedRows } = await app.db
    .deleteFrom('integrateLtiChoice')
    .where('waitHash', '=', choiceHash('wait', code))
    .executeTakeFirst()
  if (numDeletedRows === 0n) return overPage(ctx, text)
  return answerWith(ctx, sendingPage({ ...text, address: row.returnUrl, fields: { JWT: answer }, button: text.back, frames }))
}

/** In a frame of whichever platform; it says nothing about anybody. */
const overPage = (ctx: Ctx, text: Words) =>
  answerWith(ctx, plainPage({ ...text, body: `<p>${escaped(text.over)}</p>`, frames: ['https:'] }))

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
 * Opens the page of the choice, and ties the request to this browser. Only a click on the page that waits leads here:
 * `Sec-Fetch-Site` is checked against request forgery.
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
