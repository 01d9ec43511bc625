// What the clock brings about without a call: the running server finds it by the conditions of `whenDue`.
import { activity, ActivityState } from '@shuyuan/contract/activity/activity.ts'
import { battle, BattleState } from '@shuyuan/contract/battle/battle.ts'
import { LiveState } from '@shuyuan/contract/live/room-state.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { makeRoom } from '../src/domains/live/live.factory.ts'
import { makeBank } from '../src/domains/qu/qu.factory.ts'
import { enrolCast } from './people.ts'
import { startApp } from './start-app.ts'

const HOUR_MS = 3_600_000
const app = await startApp({ background: true })
afterAll(() => app.close())
const { ann, teacher } = await enrolCast(app, ['ann', 'teacher'])
const at = (ms: number) => new Date(app.clock.now().getTime() + ms)
const until = (has: () => Promise<unknown>) => vi.waitFor(async () => expect(await has()).toBe(true), { timeout: 60_000 })

const { repoId } = await makeBank(app.ctx({ user: { ...app.ctx().user, id: teacher.id } }), { single: 12 })
await app.db.updateTable('repo').set({ isTrain: true }).where('id', '=', repoId).execute()

test('a battle that waits for a friend ends, an activity is settled, and a room is announced and ended', async () => {
  const { id: battleId } = await app.ok(battle.start, { repoId, mode: 'friend' }, ann)
  const { id: activityId } = await app.ok(
    activity.save,
    {
      title: '知识赛',
      startTime: toWallClock(at(-HOUR_MS)),
      endTime: toWallClock(at(HOUR_MS / 2)),
      repoId,
      singleCount: 3,
      multipleCount: 0,
      judgeCount: 0,
      runSec: 60,
      triesTotal: 0,
      triesDay: 0,
      showRank: 'live',
      openType: OpenType.all,
      state: ActivityState.enabled,
      prizes: [{ from: 1, to: 1, points: 10 }],
    },
    teacher,
  )
  const { runId } = await app.ok(activity.start, { id: activityId }, ann)
  const room = await makeRoom(app.ctx({ now: app.clock.now() }), teacher.id, {
    startTime: at(HOUR_MS),
    endTime: at(2 * HOUR_MS),
    remindMin: 15,
  })

  app.clock.advance(50 * 60)
  const one = (table: 'battle' | 'activity' | 'activityRun' | 'liveRoom', id: string) =>
    app.db.selectFrom(table).where('id', '=', id).selectAll().executeTakeFirstOrThrow() as Promise<Record<string, unknown>>
  await until(async () => (await one('battle', battleId)).state === BattleState.ended)
  await until(async () => (await one('activityRun', runId)).deadline !== null && (await one('activity', activityId)).settleTime !== null)
  await until(async () => (await one('liveRoom', room.id)).remindTime !== null)
  expect((await one('liveRoom', room.id)).state).toBe(LiveState.planned)
  app.clock.advance(2 * 3_600)
  await until(async () => (await one('liveRoom', room.id)).state === LiveState.ended)
})
