// Groups: lists of users across departments.
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { group } from '@shuyuan/contract/people/user/group.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing, violates, among } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { holdersOf } from '../../../kernel/postgres/holders.ts'

const groups = ({ db }: Ctx) =>
  db
    .selectFrom('sysGroup')
    .select(['id', 'groupName', 'remark', 'createTime'])
    .select(sql<number>`(select count(*)::int from sys_group_user m where m.group_id = sys_group.id)`.as('userCount'))

const sortable = { groupName: 'groupName', createTime: 'createTime' }

/** Groups by a part of their name, newest first. */
export function pageGroups(ctx: Ctx, { params, ...paging }: Input<typeof group.paging>): Promise<Output<typeof group.paging>> {
  const found = groups(ctx).$if(!!params.title, (query) => query.where('groupName', 'ilike', containing(params.title ?? '')))
  return pageOf(found, paging, sortable, [
    ['createTime', 'desc'],
    ['id', 'desc'],
  ])
}

/** One group. Fails notFound. */
export async function findGroup(ctx: Ctx, { id }: Input<typeof group.detail>): Promise<Output<typeof group.detail>> {
  return must(await groups(ctx).where('id', '=', id).executeTakeFirst())
}

/** Adds or renames a group. Fails at groupName for a name in use, notFound for an unknown group. */
export async function saveGroup(ctx: Ctx, { id, ...form }: Input<typeof group.save>): Promise<Output<typeof group.save>> {
  try {
    const row =
      id === undefined
        ? await ctx.db
            .insertInto('sysGroup')
            .values({ ...form, createTime: ctx.now })
            .returning('id')
            .executeTakeFirst()
        : await ctx.db.updateTable('sysGroup').set(form).where('id', '=', id).returning('id').executeTakeFirst()
    return row ?? fail('notFound')
  } catch (error) {
    return violates(error, 'unique') ? failField('groupName', say('groupNameTaken')) : Promise.reject(error)
  }
}

/** Removes groups with their memberships; the users stay. Fails groupInUse, with the group's name, where an exam or a course is open to it. */
export async function deleteGroups(ctx: Ctx, { ids }: Input<typeof group.delete>): Promise<true> {
  const found = await ctx.db.selectFrom('sysGroup').where(among('id', ids)).select(['id', 'groupName']).forUpdate().execute()
  const holders = await holdersOf(ctx, 'sys_group', ids)
  try {
    await ctx.db.deleteFrom('sysGroup').where(among('id', ids)).execute()
  } catch (error) {
    if (!violates(error, 'reference')) throw error
    // PostgreSQL names the row: Key (id)=(7) is still referenced from table "exam_group"
    const [, used] = /=\((\d+)\)/.exec((error as { detail?: string }).detail ?? '') ?? []
    fail('groupInUse', say('groupInUseNamed', { name: found.find((one) => one.id === used)?.groupName ?? '' }), { holders })
  }
  ctx.change.before = found
  return true
}
