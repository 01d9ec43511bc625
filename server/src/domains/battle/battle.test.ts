// Battles over HTTP and sockets: match, friend, robot, time by the server's clock, leaving, crash, ratings.
import { battle, type BattleDetail, battleRule, BattleState } from '@shuyuan/contract/battle/battle.ts'
import { battleChannel } from '@shuyuan/contract/battle/battle-hint.ts'
import { channelAddress } from '@shuyuan/contract/kernel/channel.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { sql } from 'kysely'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../test/people.ts'
import { code } from '../../../test/refusal.ts'
import { SocketClient } from '../../../test/socket-client.ts'
import { startApp, type Person } from '../../../test/start-app.ts'
import { setUpExam } from '../paper/exam-setup.factory.ts'
import { makeBank } from '../qu/qu.factory.ts'
import { CRASH_MS } from './battle.rules.ts'
import { roomOfBattle } from './hint.service.ts'
import { sweepBattles } from './sweep.service.ts'

const { app, admin, ann, bob, teacher } = await startWith('ann', 'bob', 'teacher')
await app.http.listen({ port: 0, host: '127.0.0.1' })
const A = { tags: ['A'] }
const B = { tags: ['B'] }
const PAUSE_S = battleRule.pause / 1_000
const QUESTION_S = battleRule.question / 1_000

async function bank() {
  const { repoId } = await makeBank(app.ctx({ user: { ...app.ctx().user, id: teacher.id } }), { single: 12 })
  await app.db.updateTable('repo').set({ isTrain: true }).where('id', '=', repoId).execute()
  return repoId
}
const detail = (id: string, who: Person): Promise<BattleDetail> => app.ok(battle.detail, { id }, who)
const start = (repoId: string, who: Person, mode: 'match' | 'friend' | 'robot' = 'match') => app.ok(battle.start, { repoId, mode }, who)
/** A matched battle whose first question is open. */
async function matched(one = ann, two = bob) {
  const repoId = await bank()
  const { id } = await start(repoId, one)
  await start(repoId, two)
  app.clock.advance(PAUSE_S)
  return { id, repoId }
}
const fill = async (id: string, who: Person, answer = A) => {
  const { question } = await detail(id, who)
  return app.ok(battle.fill, { id, quId: question!.quId, answer }, who)
}
async function playOn(id: string, moves: [Person, typeof A, number][]) {
  for (const [who, answer, seconds] of moves) {
    app.clock.advance(seconds)
    await fill(id, who, answer)
  }
  app.clock.advance(PAUSE_S)
}

afterEach(async () => {
  for (const who of [ann, bob]) {
    const open = await app.ok(battle.check, {}, who)
    if (open) await app.ok(battle.leave, { id: open.id }, who)
  }
})

test('two who wait for the same bank play the same questions; the faster right answer has more; the order is reproducible', async () => {
  const { id } = await matched()
  const [one, two] = [await detail(id, ann), await detail(id, bob)]
  expect(one.question).toEqual(two.question)
  expect([one.side, two.side]).toEqual([1, 2])
  for (let no = 1; no <= battleRule.questions; no++)
    await playOn(id, [
      [ann, A, 1],
      [bob, A, 2],
    ])
  const over = await detail(id, bob)
  expect(over).toMatchObject({ phase: 'over', winner: 1, ending: 'finished', rated: true })
  const [annScore, bobScore] = over.sides.map((side) => side.score)
  expect(annScore).toBeGreaterThan(bobScore!)
  expect(bobScore).toBeGreaterThanOrEqual(battleRule.questions * battleRule.right)
  expect(over.closed).toHaveLength(battleRule.questions)
  expect(over.closed.every((one) => one.key?.right.includes('A'))).toBe(true)
  expect(over.sides.map((side) => side.ratingAfter! - side.ratingBefore!)).toEqual([12, -12])
  const rank = await app.ok(battle.rank, {}, bob)
  expect(rank.records[0]).toMatchObject({ userId: ann.id, win: 1 })
  expect(rank.mine).toMatchObject({ userId: bob.id, lose: 1, place: rank.records.length })
})

test('whether an answer was right is told when the question is closed; the rival sees only that one has chosen', async () => {
  const { id } = await matched()
  expect(await fill(id, ann, B)).toEqual({ closed: false, isRight: null, score: null, rivalScore: null })
  const seen = await detail(id, bob)
  expect(seen.sides.map((side) => [side.done, side.score])).toEqual([
    [true, 0],
    [false, 0],
  ])
  expect(seen.closed).toEqual([])
  expect(JSON.stringify(seen.question)).not.toMatch(/isRight|analysis/)
  expect(await fill(id, bob, A)).toMatchObject({ closed: true, isRight: true, rivalScore: 0 })
  expect((await detail(id, ann)).closed.at(-1)).toMatchObject({ no: 1, key: { right: ['A'] } })
})

test('the first answer counts; a late answer and one to another question are refused', async () => {
  const { id } = await matched()
  const { question } = await detail(id, ann)
  await fill(id, ann, A)
  await fill(id, ann, B)
  app.clock.advance(QUESTION_S + 0.2 + 0.05)
  const late = await app.call(battle.fill, { id, quId: question!.quId, answer: A }, bob)
  expect(late.code).toBe(code('battleLate'))
  await sweepBattles(app.app)
  const closed = (await detail(id, bob)).closed.at(-1)!
  expect(closed.answers.map((one) => [one.isRight, one.answer])).toEqual([
    [true, A],
    [false, null],
  ])
  app.clock.advance(PAUSE_S)
  expect((await app.call(battle.fill, { id, quId: question!.quId, answer: A }, bob)).code).toBe(code('battleLate'))
  expect((await app.call(battle.fill, { id, quId: question!.quId, answer: A }, teacher)).code).toBe(code('notFound'))
})

test('no frame of the socket holds an answer or a key, and only players get in', async () => {
  const { id } = await matched()
  const open = async (who: Person) => {
    const { ticket } = await app.ok(socket.ticket, {}, who)
    return new SocketClient(app, channelAddress(battleChannel, { id }, ticket))
  }
  const client = await open(bob)
  await expect.poll(() => app.app.sockets.count(roomOfBattle(id))).toBe(1)
  await fill(id, ann, A)
  await fill(id, bob, A)
  const frames = [await client.next(), await client.next(), await client.next()]
  expect(frames.map((one) => (JSON.parse(one) as { type: string }).type)).toEqual(['filled', 'filled', 'closed'])
  expect(frames.join(' ')).not.toMatch(/isRight|answer|right|tags|key/)
  client.socket.close()
  const stranger = await open(teacher)
  const [reason] = (await once(stranger.socket, 'close')) as [number]
  expect(reason).toBe(1008)
})

test('a friend joins by code; a wrong code and the own code are refused', async () => {
  const { id } = await start(await bank(), ann, 'friend')
  const { code: shown, phase } = await detail(id, ann)
  expect(phase).toBe('waiting')
  const wrong = shown === '000000' ? '000001' : '000000'
  expect((await app.call(battle.start, { mode: 'friend', code: wrong }, bob)).code).toBe(code('battleCode'))
  expect(await app.ok(battle.start, { mode: 'friend', code: shown }, bob)).toEqual({ id, side: 2, state: BattleState.open })
  // the battle that has not ended is continued
  expect(await app.ok(battle.start, { repoId: await bank(), mode: 'match' }, bob)).toMatchObject({ id, side: 2 })
  expect((await detail(id, ann)).code).toBe('')
})

test('the robot comes after the wait, thinks by the server’s clock and is the same each time', async () => {
  const { id } = await start(await bank(), ann)
  expect(await detail(id, ann)).toMatchObject({ phase: 'waiting' })
  app.clock.advance(battleRule.wait / 1_000)
  await sweepBattles(app.app)
  expect((await detail(id, ann)).sides.map((side) => side.isRobot)).toEqual([false, true])
  app.clock.advance(PAUSE_S)
  for (let no = 1; no <= battleRule.questions; no++) {
    await fill(id, ann, A)
    expect((await detail(id, ann)).sides[1]!.done).toBe(false)
    app.clock.advance(12)
    await sweepBattles(app.app)
    app.clock.advance(PAUSE_S)
  }
  const over = await detail(id, ann)
  expect(over).toMatchObject({ phase: 'over', ending: 'finished', rated: false })
  expect(over.closed.every((one) => one.answers.every((given) => given.answer !== null))).toBe(true)
})

test('who leaves or does not answer three questions loses', async () => {
  const { id } = await matched()
  await app.ok(battle.leave, { id }, ann)
  expect(await detail(id, bob)).toMatchObject({ winner: 2, ending: 'left' })
  const next = await matched()
  for (let no = 1; no <= 3; no++) {
    await fill(next.id, bob, A)
    app.clock.advance(QUESTION_S + 1)
    await sweepBattles(app.app)
    app.clock.advance(PAUSE_S)
  }
  expect(await detail(next.id, bob)).toMatchObject({ winner: 2, ending: 'absent' })
})

test('a battle that the server interrupted for a minute ends as a draw without rating', async () => {
  const { id } = await matched()
  await fill(id, ann, A)
  app.clock.advance(QUESTION_S + CRASH_MS / 1_000 + 1)
  const other = await startApp({ databaseUrl: app.databaseUrl })
  other.clock.set(app.clock.now())
  await sweepBattles(other.app)
  await other.close()
  const over = await detail(id, bob)
  expect(over).toMatchObject({ phase: 'over', winner: 0, ending: 'crashed' })
  expect(over.sides.every((side) => side.ratingAfter === null)).toBe(true)
})

test('the same pair has five rated battles a day', async () => {
  const [cat, dan] = [await app.enrol({ userName: 'cat' }), await app.enrol({ userName: 'dan' })]
  const rated: boolean[] = []
  for (let at = 0; at < 6; at++) {
    const { id } = await matched(cat, dan)
    await app.ok(battle.leave, { id }, cat)
    rated.push((await detail(id, dan)).rated)
  }
  expect(rated).toEqual([true, true, true, true, true, false])
})

test('a won battle earns points up to the cap of the day; one that the rival left at once earns none', async () => {
  await app.ok(userPoints['rule/save'], { event: 'battle', points: 5, dayCap: 8, enabled: true }, admin)
  const [eva, fox] = [await app.enrol({ userName: 'eva' }), await app.enrol({ userName: 'fox' })]
  const earned = async () => {
    const { points } = await app.db.selectFrom('sysUser').where('id', '=', eva.id).select('points').executeTakeFirstOrThrow()
    return points
  }
  const win = async (answered: boolean) => {
    const { id } = await matched(eva, fox)
    if (answered)
      await playOn(id, [
        [eva, A, 1],
        [fox, B, 1],
      ])
    await app.ok(battle.leave, { id }, fox)
  }
  await win(false)
  expect(await earned()).toBe(0)
  await win(true)
  expect(await earned()).toBe(5)
  await win(true)
  await win(true)
  expect(await earned()).toBe(8)
  const log = await app.ok(userPoints['my-paging'], {}, eva)
  expect(log.records.map((one) => one.refRemark)).toEqual(['对战获胜', '对战获胜'])
})

test('a bank of an open paper is closed to its candidate, and keys of past battles are hidden', async () => {
  const { repoId, examId } = await setUpExam(app.ctx({ user: { ...app.ctx().user, id: teacher.id } }), {}, { single: 6 })
  await app.db.updateTable('repo').set({ isTrain: true }).where('id', '=', repoId).execute()
  const played = await start(repoId, ann, 'robot')
  app.clock.advance(PAUSE_S)
  await fill(played.id, ann, A)
  app.clock.advance(13)
  await sweepBattles(app.app)
  await app.ok(battle.leave, { id: played.id }, ann)
  expect((await detail(played.id, ann)).closed[0]!.key).not.toBeNull()
  const quIds = await app.db.selectFrom('qu').where('repoId', '=', repoId).select('id').execute()
  const { id: paperId } = await app.ok(paper['create-paper'], { examId }, ann)
  const keys = JSON.stringify(quIds.map(({ id }) => ({ quId: id })))
  await app.db.updateTable('paper').set({ keys }).where('id', '=', paperId).execute()
  expect((await app.call(battle.start, { repoId, mode: 'match' }, ann)).code).toBe(code('battleExam'))
  expect((await detail(played.id, ann)).closed[0]).toMatchObject({ key: null, question: null })
  await app.db.deleteFrom('paper').where('userId', '=', ann.id).execute()
})

test('the back office lists and deletes battles; learners see their own', async () => {
  const { id } = await matched()
  await app.ok(battle.leave, { id }, ann)
  const all = await app.ok(battle.paging, { params: { realName: '安安', state: BattleState.ended } }, admin)
  expect(all.records[0]).toMatchObject({ id, oneName: '安安', winner: 2, ending: 'left' })
  expect((await app.ok(battle['my-paging'], {}, bob)).records[0]).toMatchObject({ id })
  expect((await app.call(battle.detail, { id }, await app.enrol({ userName: 'eve' }))).code).toBe(code('notFound'))
  expect(await detail(id, admin)).toMatchObject({ side: 0 })
  await app.ok(battle.delete, { ids: [id] }, admin)
  expect((await app.call(battle.detail, { id }, admin)).code).toBe(code('notFound'))
})

test('a data scope shows the battles of its people, whether they are few or many', { timeout: 120_000 }, async () => {
  const repoId = await bank()
  const depart = async (code: string) =>
    app.db
      .insertInto('sysDepart')
      .values({ deptCode: code, deptName: code, path: `/${code}/` })
      .execute()
  for (const code of ['SEEN', 'UNSEEN']) await depart(code)
  const addPeople = (code: string, count: number) =>
    sql`insert into sys_user (user_name, real_name, dept_code, password_hash, create_time)
      select ${code} || n, ${code}, ${code}, '', now() from generate_series((select count(*) + 1 from sys_user where dept_code = ${code}), ${count}::int) n`.execute(
      app.db,
    )
  await addPeople('SEEN', 7)
  await addPeople('UNSEEN', 30)
  // of both, of one, of neither; the second side of some is the robot
  await sql`insert into battle (repo_id, mode, state, seed, ending, winner, create_time)
    select ${repoId}::bigint, case n % 4 when 0 then 'robot' else 'match' end, 2, n, 'finished', 1, now() from generate_series(1, 60) n`.execute(
    app.db,
  )
  await sql`insert into battle_side (battle_id, side, user_id, robot_level, score, open)
    select b.id, s, case when s = 1 or b.mode <> 'robot' then p.id end, case when s = 2 and b.mode = 'robot' then 1 end, 0, false
    from battle b cross join generate_series(1, 2) s
    join (select id, row_number() over (order by id) as at from sys_user where dept_code in ('SEEN', 'UNSEEN')) p on p.at = 1 + b.seed * (s * 6 + 1) % 37
    where b.repo_id = ${repoId}::bigint`.execute(app.db)
  const { rows } = await sql<{
    id: string
  }>`select id from battle where exists (select from battle_side side join sys_user on sys_user.id = side.user_id
    where side.battle_id = battle.id and dept_code = 'SEEN') order by id desc`.execute(app.db)
  const expected = rows.map((one) => one.id)
  expect(expected.length).toBeGreaterThan(15)
  const warden = await enrolWith(app, { userName: 'warden' }, ['battle:list'], DataScope.chosen, ['SEEN'])
  const expectAll = async () => {
    const listed: string[] = []
    for (let current = 1; current <= Math.ceil(expected.length / 10); current++) {
      const page = await app.ok(battle.paging, { current, size: 10, params: {} }, warden)
      expect(page.total).toBe(expected.length)
      listed.push(...page.records.map((one) => one.id))
    }
    expect(listed).toEqual(expected)
  }
  await expectAll()
  await addPeople('SEEN', 6_001)
  await expectAll()
  const robots = await app.ok(battle.paging, { size: 100, params: { mode: 'robot' } }, warden)
  expect(robots.records.length).toBeGreaterThan(0)
  expect(robots.records.every((one) => expected.includes(one.id))).toBe(true)
})

test('a bank with too few questions is refused', async () => {
  const { repoId } = await makeBank(app.ctx({ user: { ...app.ctx().user, id: teacher.id } }), { single: 9 })
  await app.db.updateTable('repo').set({ isTrain: true }).where('id', '=', repoId).execute()
  expect((await app.call(battle.start, { repoId, mode: 'robot' }, ann)).code).toBe(code('battleFew'))
})
