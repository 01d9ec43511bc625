// Overrides for users and groups of an exam (exam_override). An announcement updates open papers.
import { say } from '@shuyuan/contract/exam/exam.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { override } from '@shuyuan/contract/exam/override/override.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { violates, among } from '../../../kernel/database.ts'
import { failField, must } from '../../../kernel/fail.ts'
import { pageByKey } from '../../../kernel/page.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { announceOverridden } from '../announce.service.ts'
import { mustFindExam } from '../exam.service.ts'
import { mustNotBeArchived } from '../entry/archived.service.ts'

/** Overrides by name of user or group, newest first. */
export async function pageOverrides(
  { db }: Ctx,
  { params, ...paging }: Input<typeof override.list>,
): Promise<Output<typeof override.list>> {
  const query = db
    .selectFrom('examOverride')
    .leftJoin('sysUser', 'sysUser.id', 'examOverride.userId')
    .leftJoin('sysGroup', 'sysGroup.id', 'examOverride.groupId')
    .leftJoin('sysUser as editor', 'editor.id', 'examOverride.updateBy')
    .$if(params.examId !== undefined, (q) => q.where('examId', '=', params.examId ?? ''))
    .select([
      'examOverride.id',
      'examId',
      'examOverride.userId',
      'examOverride.groupId',
      'minutes',
      'percent',
      'startTime',
      'endTime',
      'tries',
    ])
    .select(['noFace', 'noFullScreen', 'reason', 'examOverride.updateTime', 'sysUser.realName', 'groupName'])
    .select('editor.realName as editorName')
    .select(
      sql<string[]>`(select coalesce(json_agg(g.group_name order by g.id), '[]') from exam_override o
        join sys_group g on g.id = o.group_id join sys_group_user m on m.group_id = g.id and m.user_id = exam_override.user_id
        where o.exam_id = exam_override.exam_id)`.as('alsoGroups'),
    )
  const page = await pageByKey(db, query, paging, {
    key: 'examOverride.id',
    sortable: { updateTime: 'examOverride.updateTime' },
    fallback: [['examOverride.id', 'desc']],
  })
  const records = page.records.map(({ realName, groupName, editorName, ...row }) => ({
    ...row,
    target: row.userId === null ? ('group' as const) : ('user' as const),
    name: realName ?? groupName ?? '',
    updateBy_dictText: editorName ?? '',
  }))
  return { ...page, records }
}

/** Saves an override and updates open papers of the users concerned. Fails notFound, and at userId or groupId. */
export async function saveOverride(ctx: Ctx, form: Input<typeof override.save>): Promise<Output<typeof override.save>> {
  const exam = await mustFindExam(ctx, form.examId)
  await mustNotBeArchived(ctx, [exam.id])
  mustLeaveAWindow(exam, form)
  const { id, before } = await storeOverride(ctx, form)
  // who waits at the door sees at once that it opens
  if (exam.needFace && form.userId !== null && form.noFace && before?.noFace !== true)
    await sendMsg(ctx, [form.userId], {
      title: '已免除人脸核验',
      content: `考试“${exam.title}”已为您免除人脸核验，可以直接开始考试。`,
      refType: 'exam',
      refId: exam.id,
    })
  const papers = await announceOverridden(ctx, before ? [before, form] : [form], form.reason)
  return { id, papers }
}

/** Deletes overrides and updates open papers. */
export async function deleteOverrides(ctx: Ctx, { ids }: Input<typeof override.delete>): Promise<Output<typeof override.delete>> {
  await announceOverridden(ctx, await removeOverrides(ctx, ids), '取消个别安排')
  return true
}

type Window = { startTime: Date | null; endTime: Date | null }

/** A missing start or end falls back to the exam's. Fails at the given field if the window is empty. */
function mustLeaveAWindow(exam: Window, own: Window) {
  const [start, end] = [own.startTime ?? exam.startTime, own.endTime ?? exam.endTime]
  if (!start || !end || end > start) return
  if (own.startTime && !own.endTime) failField('startTime', say('overrideStartTooLate'))
  if (own.endTime && !own.startTime) failField('endTime', say('overrideEndTooEarly'))
}

/**
 * Adds or changes an override; its exam cannot change. Fails notFound, and at userId or groupId if the user or group does not exist or has
 * an override already. @returns its id and the row before the change
 */
async function storeOverride(ctx: Ctx, { id, examId, ...form }: Input<typeof override.save>) {
  const { db, now, user } = ctx
  const row = { ...form, updateBy: user.id, updateTime: now }
  const field = form.userId === null ? 'groupId' : 'userId'
  const find = db.selectFrom('examOverride').where('examId', '=', examId)
  const before = id === undefined ? undefined : must(await find.where('id', '=', id).forUpdate().selectAll().executeTakeFirst())
  try {
    const saved = before
      ? await db.updateTable('examOverride').set(row).where('id', '=', before.id).returning('id').executeTakeFirstOrThrow()
      : await db
          .insertInto('examOverride')
          .values({ ...row, examId })
          .returning('id')
          .executeTakeFirstOrThrow()
    ctx.change = { before, after: { ...row, id: saved.id } }
    return { id: saved.id, before }
  } catch (error) {
    if (violates(error, 'unique')) failField(field, say('overrideExists'))
    if (violates(error, 'reference')) failField(field, field === 'userId' ? say('candidateGone') : say('groupGone'))
    throw error
  }
}

/** Deletes overrides. @returns the deleted rows */
async function removeOverrides(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db.deleteFrom('examOverride').where(among('id', ids)).returningAll().execute()
  await mustNotBeArchived(
    ctx,
    rows.map((row) => row.examId),
  )
  ctx.change.before = rows
  return rows
}
