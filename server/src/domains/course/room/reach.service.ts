// Which lessons and which people of them a caller sees, and who leads a lesson.
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { ofUsersWithinDataScope } from '../../people/user/data-scope.service.ts'
import type { Room } from './seat.service.ts'

/** A column on `room` and `file`: the caller made or teaches the lesson, or has all data. */
export async function leads(ctx: Ctx): Promise<Expression<SqlBool>> {
  if ((await scopeOf(ctx)).width === 'all') return sql<SqlBool>`true`
  return sql<SqlBool>`(file.create_by = ${ctx.user.id}::bigint or ${ctx.user.id}::bigint = any(room.teacher_ids))`
}

/** A condition on `room` and `file`: the caller leads the lesson, or people within their data scope have a place. */
export async function ofReach(ctx: Ctx): Promise<Expression<SqlBool>> {
  if ((await scopeOf(ctx)).width === 'all') return sql<SqlBool>`true`
  // as a value and not as `exists`, which the planner turns into one reading of all seats: most lessons have such a seat among their first
  return sql<SqlBool>`(${await leads(ctx)} or coalesce((select true from course_room_seat seat where seat.file_id = room.file_id
    and seat.state <> ${sql.lit(SeatState.cancelled)} and ${await ofUsersWithinDataScope(ctx, 'seat.userId')} limit 1), false))`
}

/** Whether the caller leads this lesson. */
export async function isLeader(ctx: Ctx, { createBy, teacherIds }: Pick<Room, 'createBy' | 'teacherIds'>): Promise<boolean> {
  return createBy === ctx.user.id || teacherIds.includes(ctx.user.id) || (await scopeOf(ctx)).width === 'all'
}

/** Fails roomNotLead. */
export async function mustLead(ctx: Ctx, room: Pick<Room, 'createBy' | 'teacherIds'>): Promise<void> {
  if (!(await isLeader(ctx, room))) fail('roomNotLead')
}
