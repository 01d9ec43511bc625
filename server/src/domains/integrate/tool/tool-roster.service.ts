// Members of courses for tools (LTI Names and Role Provisioning Services 2.0, this site as the platform).
import { toolService } from '@shuyuan/contract/integrate/tool.ts'
import type { CallbackInput, CallbackReply } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { courseAudience } from '../../course/catalog/audience.service.ts'
import { ROSTER_SCOPE, ROSTER_TYPE } from '../lti/roster.rules.ts'
import { resolvedCustom } from './custom.rules.ts'
import { type Caller, callerOf, noteProblem, refusal } from './tool-access.service.ts'
import { lineItemOf, MEMBER } from './tool-claims.rules.ts'

const LIMIT = 100
const MOST_LIMIT = 500
const OPEN_TO_ALL = 1

/** Where a tool reads the members of a course. */
export const rosterAddress = (issuer: string, courseId: string) =>
  new URL(`${toolService.memberships.path}?course=${courseId}`, issuer).href

/**
 * One page of the members of a course. Members are its learners, as Learner, and its maker, as Instructor; of a course for everybody the learners
 * who began it. `role` and `limit` are those of the standard; with `rlid` each member has the custom parameters of that link.
 */
export async function giveRoster(ctx: Ctx, { headers, query }: CallbackInput): Promise<CallbackReply> {
  const { app } = ctx
  const caller = await callerOf(app, headers, ROSTER_SCOPE)
  // a token lives for an hour after an administrator closed the roster
  if (!caller?.roster) return refusal(401, 'unauthorized')
  const refused = async (status: number, detail: string) => {
    await noteProblem(app, caller.id, 'roster', detail)
    return refusal(status, status === 404 ? 'not_found' : 'invalid_request', detail)
  }
  const wanted = { role: query['role'] ?? '', from: query['from'] ?? '0', limit: query['limit'] ?? String(LIMIT) }
  if (!/^\d{1,18}$/.test(wanted.from)) return refused(400, 'from')
  if (!/^[1-9]\d{0,8}$/.test(wanted.limit)) return refused(400, 'limit')
  const course = /^\d{1,18}$/.test(query['course'] ?? '') ? await courseFor(app, caller.id, query['course'] ?? '') : undefined
  if (!course) return refused(404, 'course')
  const link = query['rlid'] === undefined ? undefined : await linkFor(app, caller.id, course.id, query['rlid'])
  if (query['rlid'] !== undefined && !link) return refused(404, 'rlid')
  const page = await membersOf(app, caller.id, course, { role: wanted.role, from: wanted.from, limit: Number(wanted.limit) })
  const url = new URL(rosterAddress(caller.issuer, course.id))
  for (const name of ['role', 'rlid', 'limit']) if (query[name] !== undefined) url.searchParams.set(name, query[name])
  const id = url.href
  if (page.next !== undefined) {
    url.searchParams.set('from', page.next)
    ctx.answerHeader('link', `<${url.href}>; rel="next"`)
  }
  ctx.answerHeader('cache-control', 'no-store')
  const members = page.members.map(({ name, user_id, roles }) => ({
    status: 'Active',
    name,
    user_id,
    roles,
    ...(link && { message: [messageFor({ course, link, caller, name, subject: user_id, role: roles[0] ?? '' })] }),
  }))
  return {
    status: 200,
    type: ROSTER_TYPE,
    body: JSON.stringify({ id, context: { id: course.id, label: course.title, title: course.title }, members }),
  }
}

/** A course that opens this tool; undefined for another one. */
const courseFor = ({ db }: App, toolId: string, courseId: string) =>
  db
    .selectFrom('course')
    .where('id', '=', courseId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('courseItem as item')
          .innerJoin('integrateToolLink as link', 'link.fileId', 'item.fileId')
          .whereRef('item.courseId', '=', 'course.id')
          .where('link.toolId', '=', toolId)
          .select('item.fileId'),
      ),
    )
    .select(['id', 'title', 'openType', 'createBy'])
    .executeTakeFirst()
type Course = NonNullable<Awaited<ReturnType<typeof courseFor>>>

/** The link whose id the launch sent to the tool. */
const linkFor = async ({ db }: App, toolId: string, courseId: string, resourceLink: string) => {
  const [, ofCourse, fileId] = /^(\d{1,18})-(\d{1,18})$/.exec(resourceLink) ?? []
  if (ofCourse !== courseId || fileId === undefined) return undefined
  return db
    .selectFrom('integrateToolLink as link')
    .innerJoin('integrateTool as tool', 'tool.id', 'link.toolId')
    .innerJoin('courseFile as file', 'file.id', 'link.fileId')
    .innerJoin('courseItem as item', 'item.fileId', 'link.fileId')
    .where('item.courseId', '=', courseId)
    .where('link.fileId', '=', fileId)
    .where('link.toolId', '=', toolId)
    .select(['link.fileId', 'file.title', 'tool.custom', 'link.custom as ownCustom'])
    .executeTakeFirst()
}
type Link = NonNullable<Awaited<ReturnType<typeof linkFor>>>

type Wanted = { role: string; from: string; limit: number }
const INSTRUCTOR = `${MEMBER}Instructor`
const LEARNER = `${MEMBER}Learner`
/** A role of the course may be written without its vocabulary. */
const isWanted = (wanted: string, role: string) => wanted === '' || wanted === role || `${MEMBER}${wanted}` === role

async function membersOf({ db }: App, toolId: string, course: Course, { role, from, limit }: Wanted) {
  const most = Math.min(limit, MOST_LIMIT)
  const learners = isWanted(role, LEARNER)
    ? course.openType === OPEN_TO_ALL
      ? sql<boolean>`(${courseAudience.members(course.id, course.openType)} and exists (
          select from course_learn own where own.user_id = sys_user.id and own.course_id = ${course.id}::bigint))`
      : courseAudience.members(course.id, course.openType)
    : sql<boolean>`false`
  const maker =
    isWanted(role, INSTRUCTOR) && course.createBy !== null ? sql<boolean>`sys_user.id = ${course.createBy}::bigint` : sql<boolean>`false`
  const found = await db
    .selectFrom('sysUser')
    .where('sysUser.id', '>', from)
    .where(sql<boolean>`(${learners} or ${maker})`)
    .select(['sysUser.id', 'realName'])
    .select(sql<boolean>`(${learners})`.as('learns'))
    .orderBy('sysUser.id')
    .limit(most + 1)
    .execute()
  const shown = found.slice(0, most)
  const subjects = await subjectsOf(
    db,
    toolId,
    shown.map(({ id }) => id),
  )
  return {
    members: shown.map(({ id, realName, learns }) => ({
      name: realName,
      user_id: subjects.get(id) ?? '',
      roles: [...(id === course.createBy && isWanted(role, INSTRUCTOR) ? [INSTRUCTOR] : []), ...(learns ? [LEARNER] : [])],
    })),
    next: found.length > most ? shown.at(-1)?.id : undefined,
  }
}

/** The names by which this tool knows people; those who never opened it get theirs here. */
async function subjectsOf(db: App['db'], toolId: string, ids: string[]): Promise<Map<string, string>> {
  await sql`insert into integrate_tool_user (tool_id, user_id, subject)
    select ${toolId}::bigint, id, gen_random_uuid() from unnest(${ids}::bigint[]) id on conflict (tool_id, user_id) do nothing`.execute(db)
  const rows = await db
    .selectFrom('integrateToolUser')
    .where('toolId', '=', toolId)
    .where(among('userId', ids))
    .select(['userId', 'subject'])
    .execute()
  return new Map(rows.map(({ userId, subject }) => [userId, subject]))
}

type About = { course: Course; link: Link; caller: Caller; name: string; subject: string; role: string }
/** What an opening of the link by this member would say. */
function messageFor({ course, link, caller, name, subject, role }: About) {
  const facts = {
    subject,
    name,
    role,
    locale: 'zh-CN',
    issuer: caller.issuer,
    course,
    linkId: `${course.id}-${link.fileId}`,
    linkTitle: link.title,
    lineItem: lineItemOf(caller.issuer, course.id, link.fileId),
  }
  return {
    'https://purl.imsglobal.org/spec/lti/claim/message_type': 'LtiResourceLinkRequest',
    'https://purl.imsglobal.org/spec/lti/claim/custom': resolvedCustom([link.custom, link.ownCustom], facts),
  }
}
