// Makes a course with a live room for tests and demo data.
import type { liveRoom } from '@shuyuan/contract/live/room.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { makeCourse, makeFile } from '../course/course.factory.ts'
import { saveRoom } from './room/room.service.ts'

const HOUR_MS = 3_600_000

/** A room of an hour that begins now, in a new course that is open to all. */
export async function makeRoom(
  given: Ctx,
  teacherId: string,
  form: Partial<Input<typeof liveRoom.save>> = {},
): Promise<{ id: string; courseId: string; fileId: string }> {
  const ctx = { ...given, user: { ...given.user, id: teacherId } }
  const courseId =
    form.courseId ??
    (await makeCourse(ctx, { files: [{ fileId: await makeFile(ctx, new Uint8Array([37, 80, 68, 70, 45]), 'a.pdf', { title: '讲义' }) }] }))
  const { id } = await saveRoom(ctx, {
    title: '直播课',
    cover: '',
    content: '',
    courseId,
    teacherId,
    startTime: ctx.now,
    endTime: new Date(ctx.now.getTime() + HOUR_MS),
    provider: 'local',
    chat: true,
    paceSec: 3,
    record: true,
    remindMin: 15,
    ...form,
  })
  const { fileId } = await ctx.db.selectFrom('liveRoom').where('id', '=', id).select('fileId').executeTakeFirstOrThrow()
  return { id, courseId, fileId }
}
