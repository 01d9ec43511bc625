// Makes lessons in a room for tests and demo data.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { saveRoom } from './setting.service.ts'

const HOUR_MS = 3_600_000

/** A lesson of two hours that begins `hours` from `now`, without a limit of seats, for which learners enrol by themselves. */
export const sampleRoom = (now: Date, hours = 48): Body<typeof courseRoom.save> => ({
  title: '模拟线下培训',
  place: '三楼培训室',
  content: '',
  startTime: toWallClock(new Date(now.getTime() + hours * HOUR_MS)),
  endTime: toWallClock(new Date(now.getTime() + (hours + 2) * HOUR_MS)),
  seats: null,
  selfEnrol: true,
  enrolUntil: null,
  walkIn: false,
  lateMinutes: 10,
  signOut: false,
  teacherIds: [],
})

/** @returns the id of its course file */
export async function makeRoom(
  ctx: Ctx,
  { hours, ...overrides }: Partial<Body<typeof courseRoom.save>> & { hours?: number } = {},
): Promise<string> {
  const { id } = await saveRoom(ctx, courseRoom.save.input.parse({ ...sampleRoom(ctx.now, hours), ...overrides }))
  return id
}
