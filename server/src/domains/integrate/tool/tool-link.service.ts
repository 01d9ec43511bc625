// Course files that open tools of other makers, and what the tools reported about learners.
import { say } from '@shuyuan/contract/integrate/integrate.server.texts.ts'
import type { ToolActivity, ToolGrading, toolLink } from '@shuyuan/contract/integrate/tool.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { failField, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { addToolFile, renameToolFile } from '../../course/file/tool-file.service.ts'
import { customOf } from './custom.rules.ts'
import { ofUsersWithinDataScope } from '../../people/user/data-scope.service.ts'

type Calls = typeof toolLink

export function pageLinks(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const query = ctx.db
    .selectFrom('integrateToolLink as link')
    .innerJoin('integrateTool as tool', 'tool.id', 'link.toolId')
    .innerJoin('courseFile as file', 'file.id', 'link.fileId')
    .$if(!!params.title, (q) => q.where('file.title', 'ilike', containing(params.title ?? '')))
    .select(['file.id', 'file.title', 'link.toolId', 'link.targetUrl', 'link.custom', 'tool.title as toolTitle', 'file.createTime'])
    .select([
      sql<number>`(select count(*)::int from course_item i where i.file_id = file.id)`.as('courses'),
      sql<number>`(select count(*)::int from integrate_tool_result r where r.file_id = file.id and r.score is not null)`.as('results'),
    ])
  return pageOf(query, paging, { title: 'file.title', createTime: 'file.createTime' }, [['file.id', 'desc']])
}

export const listTools = ({ db }: Ctx, _input: Input<Calls['tools']>): Promise<Output<Calls['tools']>> =>
  db.selectFrom('integrateTool').where('enabled', '=', true).orderBy('title').orderBy('id').select(['id', 'title']).execute()

/** Adds a course file that opens a tool, or changes one. Fails at toolId, at targetUrl, at custom, and notFound. */
export async function saveLink(ctx: Ctx, { id, title, toolId, targetUrl, custom }: Input<Calls['save']>): Promise<{ id: string }> {
  const url = URL.parse(targetUrl)
  if (targetUrl !== '' && !/^https?:$/.test(url?.protocol ?? '')) failField('targetUrl', say('toolAddress'))
  if (!customOf(custom)) failField('custom', say('toolCustom'))
  const tool = await ctx.db.selectFrom('integrateTool').where('id', '=', toolId).where('enabled', '=', true).select('id').executeTakeFirst()
  if (id === undefined) {
    if (!tool) failField('toolId', say('toolGone'))
    const fileId = await addToolFile(ctx, title)
    await ctx.db.insertInto('integrateToolLink').values({ fileId, toolId, targetUrl, custom }).execute()
    return { id: fileId }
  }
  const before = must(await ctx.db.selectFrom('integrateToolLink').where('fileId', '=', id).selectAll().forUpdate().executeTakeFirst())
  // results and names of people belong to the tool
  if (before.toolId !== toolId) failField('toolId', say('toolFixed'))
  ctx.change.before = before
  await renameToolFile(ctx, id, title)
  await ctx.db.updateTable('integrateToolLink').set({ targetUrl, custom }).where('fileId', '=', id).execute()
  return { id }
}

export async function pageResults(ctx: Ctx, { params, ...paging }: Input<Calls['results']>): Promise<Output<Calls['results']>> {
  const query = ctx.db
    .selectFrom('integrateToolResult as result')
    .innerJoin('course', 'course.id', 'result.courseId')
    .innerJoin('sysUser as person', 'person.id', 'result.userId')
    .where('fileId', '=', params.fileId ?? '0')
    .where(await ofUsersWithinDataScope(ctx, 'result.userId'))
    .$if(params.courseId !== undefined, (q) => q.where('courseId', '=', params.courseId!))
    .$if(!!params.realName, (q) => q.where('person.realName', 'ilike', containing(params.realName ?? '')))
    .select([
      sql<string>`result.course_id || '-' || result.user_id`.as('id'),
      'course.title as courseTitle',
      'person.realName',
      'person.userName',
    ])
    .select(['score', 'maximum', 'activity', 'grading', 'comment', 'scoreTime'])
    .$narrowType<{ activity: ToolActivity; grading: ToolGrading }>()
  return pageOf(query, paging, { realName: 'person.realName', score: 'score', scoreTime: 'scoreTime' }, [
    ['scoreTime', 'desc'],
    ['userId', 'asc'],
    ['courseId', 'asc'],
  ])
}
