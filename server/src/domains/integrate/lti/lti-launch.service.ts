// Launches from a learning platform: the request to the platform, its ID token, the session in the browser that began.
import { lti } from '@shuyuan/contract/integrate/lti.ts'
import type { CallbackInput, CallbackReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail, Failure } from '../../../kernel/fail.ts'
import { appPart } from '../../../kernel/part.ts'
import { type LtiLaunch, messageOf } from '../../../providers/login/lti-token.ts'
import type { LtiKept } from '../../../providers/login/lti-verify.ts'
import { browserMark, markBrowser } from '../../account/sign-in/browser-mark.service.ts'
import { accountFacts, enter, mustBeUsable } from '../../account/sign-in/enter.service.ts'
import { trackSignIn } from '../../site/log/login-log.service.ts'
import { storedUser, userOf } from './lti-account.service.ts'
import { beginChoice } from './lti-choice.service.ts'
import { fieldsOf, type LtiFields } from './lti-fields.rules.ts'
import { keepLink, type LtiTarget } from './lti-grade.service.ts'
import { keepContext } from './lti-context.service.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'

const STATE_MS = 10 * 60_000
const CODE_MS = 2 * 60_000
const MOST_HINTS = 6_000
const PAGE = '/lti'

type Platform = {
  id: string
  issuer: string
  clientId: string
  deployments: string[]
  authUrl: string
  keysUrl: string
  deptCode: string
}

const keptOf = appPart((): LtiKept => new Map())
const sha256 = (text: string) => createHash('sha256').update(text).digest()
const hashOf = (kind: 'state' | 'code', value: string) => sha256(`${kind}:${value}`)
/** derived, so that it needs no column: only this server can, and the state is good once */
const nonceOf = ({ seal }: App, state: string) => seal.fingerprint(state, 'lti nonce')

function redirect(ctx: Ctx, location: string): CallbackReply {
  ctx.answerHeader('location', location)
  ctx.answerHeader('cache-control', 'no-store')
  return { status: 303, type: 'text/plain; charset=utf-8', body: '' }
}

/** What went wrong is in the sign-in log; the person sees a page, not the refusal of a call. */
async function orProblem(ctx: Ctx, act: () => Promise<CallbackReply>): Promise<CallbackReply> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Failure) return redirect(ctx, `${PAGE}?problem=1`)
    throw error
  }
}

const platforms = ({ db }: App) =>
  db
    .selectFrom('integrateLtiPlatform')
    .where('enabled', '=', true)
    .select(['id', 'issuer', 'clientId', 'deployments', 'authUrl', 'keysUrl', 'deptCode'])

/** Sends the browser to its platform, with a state that is good once within ten minutes. */
export function beginLaunch(ctx: Ctx, input: CallbackInput): Promise<CallbackReply> {
  return orProblem(ctx, async () => {
    const { app, now } = ctx
    const { iss = '', client_id = '', login_hint = '', lti_message_hint } = fieldsOf(input)
    const found = await platforms(app)
      .where('issuer', '=', iss)
      .$if(client_id !== '', (query) => query.where('clientId', '=', client_id))
      .execute()
    const [platform] = found
    // without a client's id the issuer must name one client
    if (!platform || found.length > 1 || login_hint === '') return fail('thirdRefused')
    // they become the header of a redirect
    if (login_hint.length + (lti_message_hint ?? '').length > MOST_HINTS) return fail('thirdRefused')
    const state = randomBytes(24).toString('base64url')
    const mark = markBrowser(ctx, STATE_MS)
    await app.db
      .insertInto('integrateLtiStep')
      .values({
        hash: hashOf('state', state),
        platformId: platform.id,
        markHash: sha256(mark),
        expireTime: new Date(now.getTime() + STATE_MS),
      })
      .execute()
    const url = new URL(platform.authUrl)
    const asked = {
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: platform.clientId,
      redirect_uri: new URL(lti.launch.path, ctx.request.origin).href,
      state,
      nonce: nonceOf(app, state),
      login_hint,
      ...(lti_message_hint === undefined ? {} : { lti_message_hint }),
    }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return redirect(ctx, url.href)
  })
}

/** Checks the ID token and hands a code to the page that opens the session, or to the one that waits for a teacher's choice. */
export function takeLaunch(ctx: Ctx, input: CallbackInput): Promise<CallbackReply> {
  return orProblem(ctx, async () => {
    try {
      return redirect(ctx, await answered(ctx, fieldsOf(input)))
    } catch (error) {
      // a success is logged by the call that takes the code
      return trackSignIn(ctx, 'lti', '', () => Promise.reject(error as Error))
    }
  })
}

/** The state, and with it the nonce, is consumed before anything is checked. @returns where the browser goes */
async function answered({ app, now }: Ctx, { id_token = '', state = '' }: LtiFields): Promise<string> {
  const begun = await app.db
    .deleteFrom('integrateLtiStep')
    .where('hash', '=', hashOf('state', state))
    .returning(['platformId', 'markHash', 'expireTime'])
    .executeTakeFirst()
  if (!begun || begun.expireTime <= now) return fail('thirdExpired')
  const platform = (await platforms(app).where('id', '=', begun.platformId).executeTakeFirst()) ?? fail('thirdRefused')
  const message = await messageOf(id_token, nonceOf(app, state), platform, { outgoing: app.outgoing, kept: keptOf(app) })
  if (message.kind === 'choice') return beginChoice(app, platform.id, message)
  await keepContext(app, platform.id, message)
  // an account of a learner would let them sit the exam
  if (message.teaches && !(await storedUser(app, platform.id, message.subject))) return `${PAGE}?problem=teacher`
  const code = await codeOf({ app, now }, platform, message, begun.markHash)
  return `${PAGE}?${new URLSearchParams({ code }).toString()}`
}

/** A code that opens the session of a launch. */
async function codeOf({ app, now }: Pick<Ctx, 'app' | 'now'>, platform: Platform, launch: LtiLaunch, markHash: Buffer): Promise<string> {
  const target = await targetOf(app, launch.target)
  const userId = await ownTransaction(app, (inner) => userOf(inner, platform, launch)).then(({ id }) => id)
  await ownTransaction(app, (inner) => keepLink(inner, userId, target, launch))
  const code = randomBytes(24).toString('base64url')
  const expireTime = new Date(now.getTime() + CODE_MS)
  await app.db
    .insertInto('integrateLtiStep')
    .values({ hash: hashOf('code', code), platformId: platform.id, markHash, userId, target: pageOf(target), expireTime })
    .execute()
  return code
}

/** The exam or course that the link names; whether this person may open it is decided at its page. Fails notFound. */
async function targetOf({ db }: App, address: string): Promise<LtiTarget> {
  const [, kind, id = ''] = /\/lti\/(exam|course)\/(\d{1,18})$/.exec(URL.canParse(address) ? new URL(address).pathname : '') ?? []
  if (kind === 'exam') {
    const exam = await db.selectFrom('exam').where('id', '=', id).where('state', '=', ExamState.enabled).select('id').executeTakeFirst()
    if (exam) return { kind, id }
  } else if (kind === 'course') {
    if (await db.selectFrom('course').where('id', '=', id).select('id').executeTakeFirst()) return { kind, id }
  }
  return fail('notFound')
}

const pageOf = ({ kind, id }: LtiTarget) => (kind === 'exam' ? `/web/exam/check/${id}` : `/web/course/view/${id}`)

/**
 * Opens the session of a launch, once, within two minutes, in the browser that began it. Fails thirdExpired, forbidden for an account that became one
 * of the back office, and as mustBeUsable.
 */
export function enterByCode(ctx: Ctx, { code }: Input<typeof lti.enter>): Promise<Output<typeof lti.enter>> {
  return trackSignIn(ctx, 'lti', '', async (attempt) => {
    const { app, now } = ctx
    const mark = browserMark(ctx) ?? fail('thirdExpired')
    const step = await app.db
      .deleteFrom('integrateLtiStep')
      .where('hash', '=', hashOf('code', code))
      .where('markHash', '=', sha256(mark))
      .returning(['userId', 'target', 'expireTime'])
      .executeTakeFirst()
    if (!step || step.userId === null || step.expireTime <= now) return fail('thirdExpired')
    const account = await app.db.selectFrom('sysUser').where('id', '=', step.userId).select(accountFacts).executeTakeFirst()
    if (!account) return fail('thirdExpired')
    Object.assign(attempt, { id: account.id, userName: account.userName })
    // a platform's administrator must not open the back office
    if (account.roleType !== RoleType.learner) return fail('forbidden')
    mustBeUsable(account, now)
    const { token } = await enter(ctx, lti.enter, {}, account)
    return { token, to: step.target }
  })
}

/** Deletes launches and requests for links that were not finished. */
export async function sweepLaunches({ db, clock }: App): Promise<void> {
  await db.deleteFrom('integrateLtiStep').where('expireTime', '<=', clock()).execute()
  await db.deleteFrom('integrateLtiChoice').where('expireTime', '<=', clock()).execute()
}
