// What publishing something says and sends: the number of people in its audience, and the site's notice to them.
import type { NotifyEvent } from '@shuyuan/contract/notify/event.ts'
import type { NoticeState } from '@shuyuan/contract/notify/reach.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { briefly } from '../../kernel/memo/briefly.ts'
import { scopeOf } from '../people/role-menu/scope.service.ts'
import { site } from '../site/config/config.service.ts'
import { COUNTED_MS, draftOf, LARGE, prepareNotify } from './prepare.service.ts'
import { countReachableUsers } from './reachable-users.service.ts'
import { sendNotify } from './send.service.ts'

const NAMES = 5

type Lists = { openType: number; deptCodes: string[]; groupIds: string[]; userIds: string[] }

/**
 * Counts the active users of an audience and those of the notice, and names its departments and groups.
 * @param belongs a condition on sys_user `person`: the user is in the audience
 */
export async function reachOfAudience(ctx: Ctx, event: NotifyEvent, belongs: RawBuilder<SqlBool>, lists: Lists) {
  const { title, content } = await draftOf(ctx, event)
  const { openType, deptCodes, groupIds, userIds } = lists
  const key = JSON.stringify(['reach', event, openType, deptCodes, groupIds, userIds, (await scopeOf(ctx)).key])
  const counted = await briefly(ctx, key, () => countAudience(ctx, belongs), { forMs: COUNTED_MS, isDear: ({ people }) => people >= LARGE })
  return { people: counted.people, names: await namesOf(ctx.db, lists), told: counted.told, notice: { title, content } }
}

async function countAudience(ctx: Ctx, belongs: RawBuilder<SqlBool>) {
  const concerned = sql<{ userId: string }>`select person.id as user_id from sys_user person where ${belongs}`
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from sys_user person
    where person.state = ${sql.lit(UserState.active)} and ${belongs}`.execute(ctx.db)
  return { people: rows[0]?.people ?? 0, told: await countReachableUsers(ctx, { ref: true }, concerned) }
}

async function namesOf(db: Ctx['db'], { openType, deptCodes, groupIds }: Lists): Promise<string[]> {
  if (openType === OpenType.departs && deptCodes.length > 0) {
    const departs = db.selectFrom('sysDepart').where('deptCode', 'in', deptCodes).orderBy('deptCode').limit(NAMES)
    return (await departs.select('deptName').execute()).map((one) => one.deptName)
  }
  if (openType !== OpenType.persons || groupIds.length === 0) return []
  const groups = db.selectFrom('sysGroup').where('id', 'in', groupIds).orderBy('id').limit(NAMES)
  return (await groups.select('groupName').execute()).map((one) => one.groupName)
}

type Stored = { noticeTime: Date | null; isOwn: boolean }

/** What stands against the notice of a course or its lesson. @param stored undefined: it is not stored yet, and becomes the caller's own */
export async function noticeStateOf(ctx: Ctx, stored: Stored | undefined): Promise<NoticeState> {
  if (!(await site(ctx)).props.moduleCourse) return 'off'
  if (!stored) return 'open'
  if (stored.noticeTime !== null) return 'sent'
  return stored.isOwn || can(ctx, 'notify:send') ? 'open' : 'foreign'
}

/**
 * Sends the site's own notice of a thing to the inboxes of its audience within the caller's data scope. Its text is not the caller's, so that
 * no permission to write messages is needed. @returns the number of recipients
 */
export async function sendNotice(ctx: Ctx, refType: NotifyEvent, refId: string): Promise<number> {
  const { count, tmpl } = await prepareNotify(ctx, refType, refId)
  if (count === 0) return 0
  const { title, content } = tmpl
  const named = tmpl.id === null ? {} : { tmplId: tmpl.id }
  const { sent } = await sendNotify(ctx, { ...named, title, content, channels: ['msg'], audience: { ref: true }, refType, refId })
  return sent
}
