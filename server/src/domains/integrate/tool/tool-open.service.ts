// Opens a tool for a person: the request to the tool, and the ID token with which this site answers the tool's own (LTI Core 1.3).
import type { toolLink } from '@shuyuan/contract/integrate/tool.ts'
import { toolService } from '@shuyuan/contract/integrate/tool.ts'
import type { CallbackInput, CallbackReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { JWTPayload } from 'jose'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { prefersEnglish } from '../../../kernel/http/language.ts'
import { begin } from '../../course/learn/learn.service.ts'
import { mustFindPlace } from '../../course/learn/place.service.ts'
import { passGates } from '../../course/progress/gate.service.ts'
import { browserMark, markBrowser } from '../../account/sign-in/browser-mark.service.ts'
import { fieldsOf, type LtiFields } from '../lti/lti-fields.rules.ts'
import { escaped, plainPage, sendingPage } from '../lti/lti-html.rules.ts'
import { signedByUs } from '../lti/lti-key.service.ts'
import { AGS, SCORE_SCOPE } from '../lti/lti-score.rules.ts'
import { ROSTER_CLAIM } from '../lti/roster.rules.ts'
import { customOf, resolvedCustom } from './custom.rules.ts'
import { choiceClaims } from './tool-choice.service.ts'
import { lineItemOf, MEMBER } from './tool-claims.rules.ts'
import { rosterAddress } from './tool-roster.service.ts'

type Calls = typeof toolLink
const HINT_MS = 5 * 60_000
const TOKEN_SECONDS = 300
const MOST_NONCE = 500
/** It becomes the header of a redirect; a longer form comes without the cookie and is refused. */
const MOST_FORM = 6_000
const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`
const COURSE = 'http://purl.imsglobal.org/vocab/lis/v2/course#CourseOffering'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

const links = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('integrateToolLink as link')
    .innerJoin('integrateTool as tool', 'tool.id', 'link.toolId')
    .innerJoin('courseFile as file', 'file.id', 'link.fileId')
    .where('tool.enabled', '=', true)
    .select([
      'link.fileId',
      'link.targetUrl as own',
      'link.custom as ownCustom',
      'tool.custom',
      'file.title',
      'toolId',
      'issuer',
      'clientId',
      'deploymentId',
      'loginUrl',
      'tool.targetUrl',
      'tool.roster',
    ])

/** For a learner of the course. Fails as load-process of course files, and notFound for a file that opens no tool. */
export async function openTool(ctx: Ctx, place: Input<Calls['open']>): Promise<{ url: string }> {
  await mustFindPlace(ctx, place)
  await passGates(ctx, place)
  const opened = await opening(ctx, await mustFindLink(ctx, place.fileId), place.courseId)
  await begin(ctx, place)
  return opened
}

/** For a teacher, outside of a course: the tool gets the role Instructor, and no column for scores. Fails notFound. */
export const tryTool = (ctx: Ctx, { id }: Input<Calls['try']>): Promise<{ url: string }> =>
  mustFindLink(ctx, id).then((link) => opening(ctx, link, null))

/** For a teacher who chooses there what new links open. Fails notFound. */
export async function chooseInTool(ctx: Ctx, { toolId }: Input<Calls['choose']>): Promise<{ url: string }> {
  const tool = await ctx.db.selectFrom('integrateTool').where('id', '=', toolId).where('enabled', '=', true).selectAll().executeTakeFirst()
  return opening(ctx, { ...must(tool), toolId, own: '', fileId: null }, null)
}

const mustFindLink = async (ctx: Ctx, fileId: string) => must(await links(ctx).where('fileId', '=', fileId).executeTakeFirst())
type Target = { fileId: string | null; toolId: string; own: string } & Pick<
  Awaited<ReturnType<typeof mustFindLink>>,
  'issuer' | 'clientId' | 'deploymentId' | 'loginUrl' | 'targetUrl'
>

/** The address that begins an opening in this browser, good once within five minutes. */
async function opening(ctx: Ctx, link: Target, courseId: string | null): Promise<{ url: string }> {
  const { db, now, user } = ctx
  const hint = randomBytes(24).toString('base64url')
  const markHash = hashOf(markBrowser(ctx, HINT_MS))
  const expireTime = new Date(now.getTime() + HINT_MS)
  await db
    .insertInto('integrateToolHint')
    .values({ hash: hashOf(hint), toolId: link.toolId, userId: user.id, fileId: link.fileId, courseId, markHash, expireTime })
    .execute()
  const url = new URL(link.loginUrl)
  const asked = {
    iss: link.issuer,
    login_hint: await subjectOf(ctx, link.toolId, user.id),
    target_link_uri: link.own === '' ? link.targetUrl : link.own,
    lti_message_hint: hint,
    lti_deployment_id: link.deploymentId,
    client_id: link.clientId,
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return { url: url.href }
}

/** The name by which a tool knows a person. */
async function subjectOf({ db }: Pick<Ctx, 'db'>, toolId: string, userId: string): Promise<string> {
  const row = { toolId, userId, subject: randomUUID() }
  await db
    .insertInto('integrateToolUser')
    .values(row)
    .onConflict((conflict) => conflict.columns(['toolId', 'userId']).doNothing())
    .execute()
  const stored = db.selectFrom('integrateToolUser').where('toolId', '=', toolId).where('userId', '=', userId).select('subject')
  return (await stored.executeTakeFirstOrThrow()).subject
}

const words = {
  zh: { lang: 'zh-CN', title: '打开外部工具', button: '继续', problem: '没有打开。请回到课程重新打开；仍不能打开时请联系管理员。' },
  en: {
    lang: 'en',
    title: 'Opening an external tool',
    button: 'Continue',
    problem: 'This was not opened. Please open it again from the course; if that does not help, ask an administrator.',
  },
}

/**
 * The tool asks who is there, with the hint of the opening: answers with a form that carries the ID token to it. A redirect URI that is not
 * registered gets nothing; other faults are told to the tool as OpenID Connect says.
 */
export async function authorize(ctx: Ctx, input: CallbackInput): Promise<CallbackReply> {
  const { app } = ctx
  const asked = fieldsOf(input)
  const text = words[prefersEnglish(input.headers) ? 'en' : 'zh']
  // a form of another site comes without the cookie; the redirect brings it
  if (input.raw.length > 0 && input.raw.length <= MOST_FORM) return toItself(ctx, asked)
  const { client_id = '', redirect_uri = '', state } = asked
  const tool = await app.db
    .selectFrom('integrateTool')
    .where('clientId', '=', client_id)
    .where('enabled', '=', true)
    .select(['id', 'redirectUris'])
    .executeTakeFirst()
  const answered = tool?.redirectUris.includes(redirect_uri)
    ? sendingPage({
        ...text,
        address: redirect_uri,
        fields: { ...(await answerTo(ctx, tool.id, asked)), ...(state === undefined ? {} : { state }) },
        button: text.button,
      })
    : plainPage({ ...text, status: 400, body: `<p>${escaped(text.problem)}</p>` })
  for (const [name, value] of Object.entries(answered.headers)) ctx.answerHeader(name, value)
  return answered.reply
}

const names = ['scope', 'response_type', 'response_mode', 'client_id', 'redirect_uri', 'login_hint', 'lti_message_hint', 'state', 'nonce']

function toItself(ctx: Ctx, asked: LtiFields): CallbackReply {
  const kept = names.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]]))
  ctx.answerHeader('location', `${toolService.auth.path}?${new URLSearchParams(kept).toString()}`)
  ctx.answerHeader('cache-control', 'no-store')
  return { status: 303, type: 'text/plain; charset=utf-8', body: '' }
}

const wanted = { scope: /(?:^| )openid(?: |$)/, response_type: /^id_token$/, response_mode: /^form_post$/ }

async function answerTo(ctx: Ctx, toolId: string, asked: LtiFields): Promise<LtiFields> {
  for (const [name, form] of Object.entries(wanted))
    if (!form.test(asked[name] ?? '')) return { error: 'invalid_request', error_description: name }
  const { nonce = '', login_hint = '', lti_message_hint = '' } = asked
  if (nonce === '' || nonce.length > MOST_NONCE) return { error: 'invalid_request', error_description: 'nonce' }
  const hint = await takeHint(ctx, lti_message_hint)
  if (hint?.toolId !== toolId || hint.subject !== login_hint) return { error: 'login_required' }
  return { id_token: await idTokenOf(ctx, hint, nonce) }
}

/** Consumes the hint; undefined for one that is used, over, or of another browser. */
async function takeHint(ctx: Ctx, hint: string) {
  const { app, now } = ctx
  const mark = browserMark(ctx) ?? ''
  const taken = await app.db
    .deleteFrom('integrateToolHint')
    .where('hash', '=', hashOf(hint))
    .returning(['toolId', 'userId', 'fileId', 'courseId', 'markHash', 'expireTime'])
    .executeTakeFirst()
  if (!taken || taken.expireTime <= now || !taken.markHash.equals(hashOf(mark))) return undefined
  return { ...taken, subject: await subjectOf(app, taken.toolId, taken.userId) }
}
type Hint = NonNullable<Awaited<ReturnType<typeof takeHint>>>

async function idTokenOf(ctx: Ctx, hint: Hint, nonce: string): Promise<string> {
  const { app } = ctx
  const { userId, fileId, subject, toolId } = hint
  const person = await app.db.selectFrom('sysUser').where('id', '=', userId).select('realName').executeTakeFirstOrThrow()
  const tool = await app.db.selectFrom('integrateTool').where('id', '=', toolId).selectAll().executeTakeFirstOrThrow()
  const common: JWTPayload = {
    iss: tool.issuer,
    aud: tool.clientId,
    sub: subject,
    nonce,
    name: person.realName,
    [claim('version')]: '1.3.0',
    [claim('deployment_id')]: tool.deploymentId,
    [claim('tool_platform')]: { guid: tool.issuer, product_family_code: 'shuyuan' },
  }
  const own =
    fileId === null
      ? {
          [claim('message_type')]: 'LtiDeepLinkingRequest',
          [claim('target_link_uri')]: tool.targetUrl,
          [claim('roles')]: [`${MEMBER}Instructor`],
          [claim('custom')]: customOf(tool.custom) ?? {},
          ...(await choiceClaims(app, { toolId, userId, issuer: tool.issuer })),
        }
      : await linkClaims(ctx, { ...hint, fileId }, person.realName)
  return signedByUs(app, { ...common, ...own }, TOKEN_SECONDS)
}

async function linkClaims(
  { app, request }: Ctx,
  { fileId, courseId, subject }: Hint & { fileId: string },
  name: string,
): Promise<JWTPayload> {
  const link = must(await links(app).where('fileId', '=', fileId).executeTakeFirst())
  const course =
    courseId === null
      ? undefined
      : must(await app.db.selectFrom('course').where('id', '=', courseId).select(['id', 'title']).executeTakeFirst())
  const linkId = course ? `${course.id}-${fileId}` : `try-${fileId}`
  const role = `${MEMBER}${course ? 'Learner' : 'Instructor'}`
  const lineItem = course ? lineItemOf(link.issuer, course.id, fileId) : ''
  const locale = prefersEnglish({ 'accept-language': request.header('accept-language') }) ? 'en' : 'zh-CN'
  const facts = { subject, name, role, locale, issuer: link.issuer, linkId, linkTitle: link.title, course, lineItem }
  return {
    [claim('message_type')]: 'LtiResourceLinkRequest',
    [claim('target_link_uri')]: link.own === '' ? link.targetUrl : link.own,
    [claim('resource_link')]: { id: linkId, title: link.title },
    [claim('roles')]: [role],
    [claim('custom')]: resolvedCustom([link.custom, link.ownCustom], facts),
    [claim('launch_presentation')]: { document_target: 'window', locale },
    ...(course && {
      [claim('context')]: { id: course.id, title: course.title, type: [COURSE] },
      [`${AGS}claim/endpoint`]: { scope: [SCORE_SCOPE], lineitem: lineItem },
      ...(link.roster && {
        [ROSTER_CLAIM]: { context_memberships_url: rosterAddress(link.issuer, course.id), service_versions: ['2.0'] },
      }),
    }),
  }
}

/** Deletes openings that were not finished. */
export const sweepHints = async ({ db, clock }: App) =>
  void (await db.deleteFrom('integrateToolHint').where('expireTime', '<=', clock()).execute())
