// A platform asks for links (LTI Deep Linking 2.0): a page waits within the platform while a back-office user chooses in another window.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { say } from '@shuyuan/contract/integrate/integrate.server.texts.ts'
import { lti, type LtiKind, type ltiChoice } from '@shuyuan/contract/integrate/lti.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import { type App, can, type Ctx } from '../../../kernel/ctx.ts'
import { containing, json } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import type { LtiChoice } from '../../../providers/login/lti-token.ts'
import { browserMark } from '../../account/sign-in/browser-mark.service.ts'

const LIFE_MS = 60 * 60_000
const MOST_NAME = 60
/** of a course, which is finished or not */
const WHOLE = 100

/** `total` in points */
type Offer = { kind: LtiKind; id: string; title: string; total: number }
/** A chosen exam or course, without the address of this site. */
export type ChosenItem = Offer

export const choiceHash = (kind: 'wait' | 'choose', code: string) => createHash('sha256').update(`${kind}:${code}`).digest()

/** Stores a request. @returns the address of the page that waits */
export async function beginChoice({ db, clock }: App, platformId: string, asked: LtiChoice): Promise<string> {
  const code = randomBytes(24).toString('base64url')
  await db
    .insertInto('integrateLtiChoice')
    .values({
      waitHash: choiceHash('wait', code),
      // derived, so that the page that waits can name it without storing it
      chooseHash: choiceHash('choose', chooseCode(code)),
      platformId,
      deployment: asked.deployment,
      person: asked.name.replaceAll('\0', '').toWellFormed().trim().slice(0, MOST_NAME),
      returnUrl: asked.returnUrl,
      data: asked.data,
      multiple: asked.multiple,
      scores: asked.scores,
      expireTime: new Date(clock().getTime() + LIFE_MS),
    })
    .execute()
  return `${lti.wait.path}?${new URLSearchParams({ code }).toString()}`
}

/** The code of the page of the choice; it does not give away that of the page that waits. */
export const chooseCode = (waitCode: string) => createHash('sha256').update(`choosing ${waitCode}`).digest('base64url')

/** The request, in the browser that opened it. Fails notFound. */
async function mustFind(ctx: Ctx, code: string) {
  const mark = browserMark(ctx) ?? fail('notFound')
  return must(
    await ctx.db
      .selectFrom('integrateLtiChoice')
      .where('chooseHash', '=', choiceHash('choose', code))
      .where('markHash', '=', createHash('sha256').update(mark).digest())
      .where('items', 'is', null)
      .where('expireTime', '>', ctx.now)
      .select(['waitHash', 'platformId', 'person', 'multiple'])
      .executeTakeFirst(),
  )
}

/** Who asks. Fails notFound for a request that is answered, over, or open in another browser. */
export async function findChoice(ctx: Ctx, { code }: Input<typeof ltiChoice.detail>): Promise<Output<typeof ltiChoice.detail>> {
  const { platformId, person, multiple } = await mustFind(ctx, code)
  const platform = must(await ctx.db.selectFrom('integrateLtiPlatform').where('id', '=', platformId).select('title').executeTakeFirst())
  return { platform: platform.title, person, multiple }
}

const tags = { exam: 'exam:list', course: 'course:list' } as const

/** Enabled exams and courses that are not archived, of the kinds that the caller may list. */
function offers(ctx: Ctx) {
  const exams = ctx.db
    .selectFrom('exam')
    .where('state', '=', ExamState.enabled)
    .where('archivedAt', 'is', null)
    .where(sql<boolean>`${can(ctx, tags.exam)}`)
    // live totals, because the template may change until the first paper is drawn
    .select(['exam.id as number', 'title', sql<LtiKind>`'exam'`.as('kind')])
    .select(sql<number>`case when started then total_score else (select t.total_score from tmpl t where t.id = tmpl_id) end`.as('total'))
  const courses = ctx.db
    .selectFrom('course')
    .where('state', '=', CourseState.enabled)
    .where(sql<boolean>`${can(ctx, tags.course)}`)
    .select(['course.id as number', 'title', sql<LtiKind>`'course'`.as('kind')])
    .select(sql<number>`${WHOLE * 100}::integer`.as('total'))
  return ctx.db.selectFrom(exams.unionAll(courses).as('offer'))
}

export function pageOffers(ctx: Ctx, { params, ...paging }: Input<typeof ltiChoice.paging>): Promise<Output<typeof ltiChoice.paging>> {
  const query = offers(ctx)
    .$if(params.kind !== undefined, (q) => q.where('kind', '=', params.kind!))
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .select([sql<string>`kind || '-' || number`.as('id'), 'kind', 'title'])
  return pageOf(query, paging, { title: 'title' }, [
    ['kind', 'desc'],
    ['number', 'desc'],
  ])
}

/** Stores what was chosen. Fails notFound as findChoice, at items for one that the caller may not offer, or for several where one is wanted. */
export async function answerChoice(ctx: Ctx, { code, items }: Input<typeof ltiChoice.answer>): Promise<true> {
  const { waitHash, multiple } = await mustFind(ctx, code)
  const ids = [...new Set(items)]
  if (!multiple && ids.length > 1) failField('items', say('ltiOneOnly'))
  const found = await offers(ctx)
    .where(sql<string>`kind || '-' || number`, 'in', ids)
    .select(['kind', 'number', 'title', 'total'])
    .execute()
  const byId = new Map(found.map(({ number, total, ...one }) => [`${one.kind}-${number}`, { ...one, id: number, total: total / 100 }]))
  const chosen: Offer[] = ids.map((id) => byId.get(id) ?? failField('items', say('ltiNotOffered')))
  const { numUpdatedRows } = await ctx.db
    .updateTable('integrateLtiChoice')
    .set({ items: json(chosen) })
    .where('waitHash', '=', waitHash)
    // two clicks at once
    .where('items', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('notFound')
  return true
}
