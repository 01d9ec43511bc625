// What the clock brings about without a call: the running server finds it by the conditions of `whenDue`.
import { activity, RunState } from '@shuyuan/contract/activity/activity.ts'
import { battle, BattleState } from '@shuyuan/contract/battle/battle.ts'
import { LiveState } from '@shuyuan/contract/live/room-state.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { makeRoom } from '../src/domains/live/live.factory.ts'
import { makeBank } from '../src/domains/qu/qu.factory.ts'
import { activityForm } from './activity-form.ts'
import { enrolCast } from './people.ts'
import { startApp } from './start-app.ts'

const HOUR_MS = 3_600_000
const app = await startApp({ background: true })
afterAll(() => app.close())
const { ann, teacher } = await enrolCast(app, ['ann', 'teacher'])
const ctx = () => app.ctx({ now: app.clock.now() })
const at = (ms: number) => new Date(app.clock.now().getTime() + ms)
const until = (has: () => Promise<unknown>) => vi.waitFor(async () => expect(await has()).toBe(true), { timeout: 60_000 })

const { repoId } = await makeBank(app.ctx({ user: { ...app.ctx().user, id: teacher.id } }), { single: 12 })
await app.db.updateTable('repo').set({ isTrain: true }).where('id', '=', repoId).execute()

const one = (table: 'battle' | 'activity' | 'activityRun' | 'liveRoom', id: string) =>
  app.db.selectFrom(table).where('id', '=', id).selectAll().executeTakeFirstOrThrow() as Promise<Record<string, unknown>>

// each thing alone: due work beside it would bring its sweep about
test('a broadcast that was begun two days early ends when its caster is gone', async () => {
  const { id } = await makeRoom(ctx(), teacher.id, { startTime: at(48 * HOUR_MS), endTime: at(49 * HOUR_MS), remindMin: 0 })
  await app.db.updateTable('liveRoom').where('id', '=', id).set({ state: LiveState.live, castTime: app.clock.now() }).execute()
  app.clock.advance(10 * 60)
  await until(async () => (await one('liveRoom', id)).state === LiveState.ended)
})

test('a room is announced, and ended when it never began', async () => {
  const { id } = await makeRoom(ctx(), teacher.id, { startTime: at(HOUR_MS), endTime: at(2 * HOUR_MS), remindMin: 15 })
  app.clock.advance(50 * 60)
  await until(async () => (await one('liveRoom', id)).remindTime !== null)
  expect((await one('liveRoom', id)).state).toBe(LiveState.planned)
  app.clock.advance(2 * 3_600)
  await until(async () => (await one('liveRoom', id)).state === LiveState.ended)
})

test('a battle that waits for a friend ends', async () => {
  const { id } = await app.ok(battle.start, { repoId, mode: 'friend' }, ann)
  app.clock.advance(3_600)
  await until(async () => (await one('battle', id)).state === BattleState.ended)
})

test('a try is handed in when its time is over, and its activity settled after its end', async () => {
  const form = activityForm({ repoId, startTime: toWallClock(at(-HOUR_MS)), endTime: toWallClock(at(HOUR_MS)) })
  const { id } = await app.ok(activity.save, form, teacher)
  const { runId } = await app.ok(activity.start, { id }, ann)
  app.clock.advance(3 * 60)
  await until(async () => (await one('activityRun', runId)).state !== RunState.open)
  expect((await one('activity', id)).settleTime).toBeNull()
  app.clock.advance(3_600)
  await until(async () => (await one('activity', id)).settleTime !== null)
})
