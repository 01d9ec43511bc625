// Links that a teacher chooses in a tool (LTI Deep Linking 2.0): the code of a choice, and the answer that makes course files.
import { toolLink, toolService } from '@shuyuan/contract/integrate/tool.ts'
import type { CallbackInput, CallbackReply } from '@shuyuan/contract/kernel/endpoint.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { createHash, randomBytes } from 'node:crypto'
import { type App, type Ctx, nobody } from '../../../kernel/ctx.ts'
import { Failure } from '../../../kernel/fail.ts'
import { prefersEnglish } from '../../../kernel/http/language.ts'
import { appPart } from '../../../kernel/part.ts'
import { type LtiKept, verifiedJwt } from '../../../providers/login/lti-verify.ts'
import { addToolFile } from '../../course/file/tool-file.service.ts'
import { recorded } from '../../site/log/log.service.ts'
import { fieldsOf } from '../lti/lti-fields.rules.ts'
import { escaped, plainPage } from '../lti/lti-html.rules.ts'
import { type Chosen, choiceSettings, chosenIn } from './choice.rules.ts'

const LIFE_MS = 60 * 60_000
const keptOf = appPart((): LtiKept => new Map())
const hashOf = (code: string) => createHash('sha256').update(`tool choice:${code}`).digest()

/** The claims that ask a tool for links, with a code that is good once within an hour. */
export async function choiceClaims({ db, clock }: App, { toolId, userId, issuer }: { toolId: string; userId: string; issuer: string }) {
  const code = randomBytes(24).toString('base64url')
  const expireTime = new Date(clock().getTime() + LIFE_MS)
  await db
    .insertInto('integrateToolChoice')
    .values({ hash: hashOf(code), toolId, userId, expireTime })
    .execute()
  return choiceSettings(new URL(toolService.chosen.path, issuer).href, code)
}

const words = {
  zh: {
    lang: 'zh-CN',
    title: '从工具中选择',
    done: (n: number) => `已新建 ${n} 个链接，这个窗口可以关闭。`,
    problem: '没有新建链接。请回到“外部工具链接”重新选择。',
  },
  en: {
    lang: 'en',
    title: 'Choosing in a tool',
    done: (n: number) => `New links: ${n}. This window can be closed.`,
    problem: 'No link was made. Please choose again from the list of tool links.',
  },
}

/** The tool sends the browser back with a signed answer: its links become course files of the teacher who began. */
export async function takeChosen(ctx: Ctx, input: CallbackInput): Promise<CallbackReply> {
  const text = words[prefersEnglish(input.headers) ? 'en' : 'zh']
  const made = await linksOf(ctx, fieldsOf(input)['JWT'] ?? '')
  const body = `<p>${escaped(made === undefined ? text.problem : text.done(made))}</p>`
  const { headers, reply } = plainPage({ ...text, status: made === undefined ? 400 : 200, body })
  for (const [name, value] of Object.entries(headers)) ctx.answerHeader(name, value)
  return reply
}

/** The client id that an answer names as its issuer, before anything about it is known to be true. */
function namedBy(token: string): string {
  try {
    const { iss } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { iss?: unknown }
    return typeof iss === 'string' ? iss.replaceAll('\0', '') : ''
  } catch {
    return ''
  }
}

/** @returns how many links were made; undefined for an answer that is refused */
async function linksOf(ctx: Ctx, token: string): Promise<number | undefined> {
  const { app } = ctx
  const tool = await app.db
    .selectFrom('integrateTool')
    .where('clientId', '=', namedBy(token))
    .where('enabled', '=', true)
    .select(['id', 'title', 'clientId', 'issuer', 'deploymentId', 'keysUrl', 'publicKey'])
    .executeTakeFirst()
  if (!tool) return undefined
  try {
    const rules = { issuer: tool.clientId, audience: tool.issuer, requiredClaims: ['nonce'], isWithoutSubject: true }
    const chosen = chosenIn(await verifiedJwt(token, rules, tool, { outgoing: app.outgoing, kept: keptOf(app) }), tool.title)
    return chosen?.deployment === tool.deploymentId ? await store(ctx, tool.id, chosen) : undefined
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

async function store(ctx: Ctx, toolId: string, { code, links }: Chosen): Promise<number | undefined> {
  const { app, now } = ctx
  const begun = await app.db
    .deleteFrom('integrateToolChoice')
    .where('hash', '=', hashOf(code))
    .where('toolId', '=', toolId)
    .returning(['userId', 'expireTime'])
    .executeTakeFirst()
  if (!begun || begun.expireTime <= now) return undefined
  const person = await app.db.selectFrom('sysUser').where('id', '=', begun.userId).select(['userName', 'state']).executeTakeFirst()
  if (person?.state !== UserState.active) return undefined
  const user = { ...nobody, id: begun.userId, userName: person.userName }
  await recorded({ ...ctx, user }, toolLink.choose, { toolId, links }, async (inner) => {
    for (const { title, ...link } of links) {
      const fileId = await addToolFile(inner, title)
      await inner.db
        .insertInto('integrateToolLink')
        .values({ fileId, toolId, ...link })
        .execute()
    }
  })
  return links.length
}

/** Deletes choices that were not finished. */
export const sweepChoices = async ({ db, clock }: App) =>
  void (await db.deleteFrom('integrateToolChoice').where('expireTime', '<=', clock()).execute())
