// A survey is shown to its audience: how many people that is, and the notice to them.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type survey, SurveyState } from '@shuyuan/contract/survey/survey.ts'
import { type App, can, type Ctx } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import { mustMayNotify } from '../notify/own.service.ts'
import { reachOfAudience, sendNotice } from '../notify/publish.service.ts'
import { addSource, limitText } from '../notify/source.service.ts'
import { surveyAudience } from './audience.service.ts'
import { mustReachSurvey } from './survey.service.ts'

const REF = 'survey'

/** Registers surveys as a notification source. */
export const notifyOfSurveys = (app: App): void =>
  addSource(app, REF, {
    async values({ db }, id) {
      const columns = ['title', 'startTime', 'endTime'] as const
      const { title, startTime, endTime } = must(await db.selectFrom('survey').where('id', '=', id).select(columns).executeTakeFirst())
      return { surveyTitle: title, startTime: limitText(startTime), endTime: limitText(endTime) }
    },
    people: (id) => surveyAudience.concerned(id),
    async isOwn({ db, user }, id) {
      const row = await db.selectFrom('survey').where('id', '=', id).select('createBy').executeTakeFirst()
      return row?.createBy === user.id
    },
  })

/** Counts the users of a survey. Fails notFound. */
export async function countSurveyReach(ctx: Ctx, { id }: Input<typeof survey.reach>): Promise<Output<typeof survey.reach>> {
  const { openType, noticeTime, createBy } = await mustReachSurvey(ctx, id)
  const { deptCodes, groups, users } = await surveyAudience.read(ctx, id)
  const lists = { openType, deptCodes, groupIds: groups.map((one) => one.id), userIds: users.map((one) => one.id) }
  const mayNotify = createBy === ctx.user.id || can(ctx, 'notify:send')
  return {
    ...(await reachOfAudience(ctx, REF, surveyAudience.wouldConcern(lists), lists)),
    noticeState: noticeTime === null ? (mayNotify ? 'open' : 'foreign') : 'sent',
  }
}

/**
 * Shows a survey to its audience; one that is shown already stays as it is, and only the notice is sent, unless it was sent before. Fails
 * notFound, surveyEnded for one whose time is over, and, with the notice, as mustMayNotify.
 */
export async function publishSurvey(ctx: Ctx, { id, notify }: Input<typeof survey.publish>): Promise<Output<typeof survey.publish>> {
  const { db, now } = ctx
  const { title, state, noticeTime, endTime } = await mustReachSurvey(ctx, id, true)
  if (endTime !== null && endTime <= now) fail('surveyEnded')
  if (notify) await mustMayNotify(ctx, { refType: REF, refId: id })
  ctx.change.before = { title, state }
  if (state !== SurveyState.open)
    await db.updateTable('survey').set({ state: SurveyState.open, updateTime: now }).where('id', '=', id).execute()
  const sent = notify && noticeTime === null ? await sendNotice(ctx, REF, id) : 0
  if (sent > 0) await db.updateTable('survey').set({ noticeTime: now }).where('id', '=', id).execute()
  ctx.change.after = { state: SurveyState.open, sent }
  return { sent }
}
