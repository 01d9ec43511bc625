// My team: whose people a leader sees, what is counted, reminders once a day, the record of one person.
import { CertState } from '@shuyuan/contract/cert/cert.ts'
import { GrantState } from '@shuyuan/contract/cert/grant.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { depart } from '@shuyuan/contract/people/org/depart.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { ownUser } from '@shuyuan/contract/account/own/user-me.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { team, type TeamThing } from '@shuyuan/contract/stat/team.ts'
import { statOverdue } from '@shuyuan/contract/stat/overdue.ts'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { answersFor, takePaper } from '../../../../test/papers.ts'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeCert } from '../../cert/cert.factory.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { makeFixedExam } from '../../paper/fixed.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { countOverdue } from '../dashboard/overdue.service.ts'
import { dayAgo } from '../figure/rollup.service.ts'
import { countPeople } from './count.service.ts'

const DAY_MS = 86_400_000
const { app, admin } = await startWith()
const top = await rootDepart(app.db)
const north = await makeDepart(app.db, top.deptCode, '北店')
const below = await makeDepart(app.db, north, '客房')
const south = await makeDepart(app.db, top.deptCode, '南店')
const boss = await app.enrol({ userName: 'boss', realName: '店长', deptCode: north })
const ann = await app.enrol({ userName: 'ann', realName: '安安', deptCode: north })
const bob = await app.enrol({ userName: 'bob', realName: '波波', deptCode: below })
const cara = await app.enrol({ userName: 'cara', realName: '卡拉', deptCode: south })
const gone = await app.enrol({ userName: 'gone', realName: '离职', deptCode: north })
const ended = await app.enrol({ userName: 'ended', realName: '到期', deptCode: north })
const viewer = await enrolWith(app, { userName: 'viewer', deptCode: south }, ['stat:team'], DataScope.branch)
const keeper = await enrolWith(app, { userName: 'keeper', deptCode: south }, ['sys:depart:list', 'sys:depart:update'], DataScope.branch)
const everyThing: TeamThing[] = ['course', 'exam', 'cert']
const since = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS)
const fileOf = (path: string, payload: object, who: Person) =>
  app.http.inject({ method: 'POST', url: path, headers: { token: who.token }, payload })

const departOf = async (code: string) =>
  await app.db.selectFrom('sysDepart').where('deptCode', '=', code).select(['id', 'deptName']).executeTakeFirstOrThrow()
const lead = async (code: string, leaderId: string, who: Person = admin) =>
  app.call(depart.save, { ...(await departOf(code)), parentId: undefined, leaderId }, who)
const names = async (who: Person, params: object = {}) =>
  (await app.ok(team.paging, { params }, who)).records.map((one) => one.realName).toSorted()
let [late, quiz, past] = ['', '', '']

beforeAll(async () => {
  const settings = await app.ok(config.detail, { id: '1' }, admin)
  await app.ok(config.save, { ...settings, props: { ...settings.props, moduleCert: true } }, admin)
  const file = await makeFile(app.ctx(), Buffer.from('%PDF-1.4 x'), 'a.pdf', { title: '讲义' })
  const departs = { openType: OpenType.departs, deptCodes: [north, south] }
  late = await makeCourse(app.ctx(), { title: '消防', files: [{ fileId: file, minSec: 60 }], deadlineTime: since(-1), ...departs })
  const going = await makeCourse(app.ctx(), { title: '礼仪', files: [{ fileId: file, minSec: 60 }], ...departs })
  await app.db
    .insertInto('courseLearn')
    .values({ courseId: going, userId: ann.id, startTime: since(-2), lastTime: since(-1) })
    .execute()
  await app.db
    .insertInto('courseLearn')
    .values({ courseId: late, userId: bob.id, startTime: since(-2), lastTime: since(-1), finishTime: since(-1) })
    .execute()
  await app.db
    .insertInto('courseLearnDay')
    .values({ day: dayAgo(app.clock.now(), 0), userId: ann.id, courseId: going, sec: 5_400 })
    .execute()
  const fixed = await makeFixedExam(app.ctx(), { single: 2 }, { title: '结业考试', tries: 0, ...departs })
  quiz = fixed.examId
  const hidden = await makeFixedExam(app.ctx(), { single: 2 }, { title: '摸底', tries: 0, showScore: 'never', endTime: null, ...departs })
  past = hidden.examId
  await takePaper(app, bob, quiz, answersFor(fixed.quIds, [true, true]))
  await takePaper(app, ann, past, answersFor(hidden.quIds, [false, false]))
  const certId = await makeCert(app.ctx(), { title: '上岗证', state: CertState.enabled })
  const grant = (userId: string, no: string, days: number) =>
    app.db
      .insertInto('certGrant')
      .values({
        grantNo: no,
        certId,
        version: 1,
        userId,
        title: '上岗证',
        authority: '',
        realName: '',
        vars: '{}',
        refType: 'manual',
        state: GrantState.valid,
        createTime: since(0),
        expireTime: since(days),
      })
      .execute()
  await grant(bob.id, 'T1', 30)
  await grant(ann.id, 'T2', 90)
  await app.db.updateTable('sysUser').set({ state: UserState.disabled }).where('id', '=', gone.id).execute()
  await app.db
    .updateTable('sysUser')
    .set({ expireTime: since(-1) })
    .where('id', '=', ended.id)
    .execute()
  await countPeople(app.app)
})

describe('a leader', () => {
  test('is set on a department, within the data scope of who sets it', async () => {
    expect((await app.ok(ownUser.info, {}, boss)).leadsTeam).toBe(false)
    expect(await app.call(team.paging, { params: {} }, boss)).toEqual(refusal('forbidden'))
    expect((await lead(north, boss.id)).code).toBe(0)
    const { id } = await departOf(north)
    expect(await app.ok(depart.detail, { id }, admin)).toMatchObject({ leaderId: boss.id, leaderName: '店长' })
    // a form that does not know the leader keeps them
    await app.ok(depart.save, { id, deptName: '北店' }, admin)
    expect((await app.ok(depart.detail, { id }, admin)).leaderId).toBe(boss.id)
    const named = (await app.ok(depart.tree, { dicCode: north }, admin))[0]
    expect(named?.leaderName).toBe('店长')
    expect((await app.ok(depart.tree, { dicCode: north }, ann))[0]).not.toHaveProperty('leaderName')
    expect((await app.ok(ownUser.info, {}, boss)).leadsTeam).toBe(true)
    for (const [leaderId, who] of [
      ['999999', admin],
      [gone.id, admin],
      [ann.id, keeper],
    ] as const)
      expect((await lead(south, leaderId, who)).fields[0]?.field).toBe('leaderId')
    expect((await lead(south, cara.id, keeper)).code).toBe(0)
    expect((await lead(south, '', keeper)).code).toBe(0)
    expect((await app.ok(depart.detail, { id: (await departOf(south)).id }, admin)).leaderId).toBe('')
  })

  test('sees the people of the branch without themselves, and without accounts that cannot sign in', async () => {
    expect(await names(boss)).toEqual(['安安', '波波'])
    expect(await names(boss, { realName: '安' })).toEqual(['安安'])
    expect(await names(boss, { deptCode: below })).toEqual(['波波'])
    expect(await names(boss, { deptCode: south })).toEqual([])
    for (const who of [cara, gone, ended, boss]) expect(await app.call(team.person, { userId: who.id }, boss)).toEqual(refusal('notFound'))
    expect(await app.call(team.record, { userId: cara.id }, boss)).toEqual(refusal('notFound'))
    expect(await app.call(team.remind, { userIds: [ann.id, cara.id], kinds: everyThing }, boss)).toEqual(refusal('notFound'))
    expect(await app.call(team.paging, { params: { wide: true } }, boss)).toEqual(refusal('forbidden'))
    for (const call of [team.overview, team.paging, team.export]) expect(await app.call(call, {}, ann)).toEqual(refusal('forbidden'))
  })

  test('sees what was counted, without names by department', async () => {
    const { records } = await app.ok(team.paging, { params: {} }, boss)
    expect(records.find((one) => one.id === ann.id)).toMatchObject({
      overdue: 1,
      learning: 1,
      examTitle: '结业考试',
      passed: null,
      certTitle: null,
      learnHours: 1.5,
    })
    expect(records.find((one) => one.id === bob.id)).toMatchObject({
      overdue: 0,
      examTitle: '摸底',
      paperTitle: '结业考试',
      passed: true,
      certTitle: '上岗证',
      learnHours: 0,
    })
    // most overdue first
    expect(records[0]!.id).toBe(ann.id)
    expect(JSON.stringify(records)).not.toMatch(/userName|mobile|idCard|avatar|face/)
    const shown = {
      overdue: ['安安'],
      learning: ['安安'],
      exam: ['安安', '波波'],
      passed: ['波波'],
      failed: [],
      cert: ['波波'],
      idle: ['波波'],
    }
    for (const [show, found] of Object.entries(shown)) expect([show, await names(boss, { show })]).toEqual([show, found])
    const { departs, countTime } = await app.ok(team.overview, {}, boss)
    expect(countTime).not.toBeNull()
    expect(departs).toEqual([
      { deptCode: north, deptName: '北店', people: 1, overdue: 1, learning: 1, exam: 1, passed: 0, failed: 0, cert: 0, learnHours: 1.5 },
      { deptCode: below, deptName: '客房', people: 1, overdue: 0, learning: 0, exam: 1, passed: 1, failed: 0, cert: 1, learnHours: 0 },
    ])
  })

  test('sees the record of a person, without results that are not published', async () => {
    const of = await app.ok(team.person, { userId: ann.id }, boss)
    expect(of.things).toMatchObject([
      { kind: 'course', title: '消防', open: true },
      { kind: 'exam', title: '结业考试', open: true },
    ])
    expect(of).toMatchObject({
      realName: '安安',
      deptName: '北店',
      learnHours: 1.5,
      exams: [],
      courses: [{ title: '礼仪', finishTime: null }],
    })
    const other = await app.ok(team.person, { userId: bob.id }, boss)
    expect(other.exams).toMatchObject([{ title: '结业考试', passed: true }])
    expect(other.things.map((one) => one.kind)).toEqual(['exam', 'cert'])
    expect(other.certs).toMatchObject([{ title: '上岗证' }])
    const { headers, rawPayload } = await fileOf(team.record.path, { userId: ann.id }, boss)
    expect([headers['content-type'], rawPayload.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
  })

  test('exports the people who match', async () => {
    const { rawPayload } = await fileOf(team.export.path, { show: 'overdue' }, boss)
    const rows = (await readXlsx(rawPayload)).sheets[0]!.rows
    expect(rows.slice(1).map((row) => row.slice(0, 4))).toEqual([['安安', '北店', 1, 1]])
  })
})

test('a back-office user with stat:team sees their data scope, others nobody', async () => {
  expect(await names(viewer)).toEqual(['卡拉', 'keeper'].toSorted())
  expect((await names(admin)).length).toBeGreaterThan(4)
  expect(await app.call(team.person, { userId: ann.id }, viewer)).toEqual(refusal('notFound'))
  // a leader with the tag sees the led people, or the data scope where it is wanted
  await lead(north, viewer.id)
  expect(await names(viewer)).toEqual(['安安', '店长', '波波'].toSorted())
  expect(await names(viewer, { wide: true })).toContain('卡拉')
  await lead(north, boss.id)
})

describe('reminders', () => {
  const rehearse = async (body: object) => {
    const { json } = await app.http.inject({
      method: 'POST',
      url: team.remind.path,
      headers: { token: boss.token, rehearsal: '1' },
      payload: body,
    })
    return json<{ data: unknown }>().data
  }
  const inboxOf = async (who: Person) => (await app.ok(msg.paging, {}, who)).records.filter((one) => one.title.startsWith('学习提醒'))

  test('are counted before, and sent once when two are sent at the same moment', async () => {
    expect(await rehearse({ kinds: everyThing })).toEqual({ people: 2, things: 4, skipped: 0 })
    expect(await inboxOf(ann)).toEqual([])
    const told = await Promise.all([1, 2, 3].map(() => app.ok(team.remind, { kinds: everyThing }, boss)))
    expect(told.reduce((sum, one) => sum + one.things, 0)).toBe(4)
    expect(told.reduce((sum, one) => sum + one.people, 0)).toBe(2)
    const [message, ...more] = await inboxOf(ann)
    expect(more).toEqual([])
    expect(message).toMatchObject({ title: '学习提醒：2 项待完成' })
    expect(message!.content).toContain('课程“消防”')
    expect(message!.content).toContain('考试“结业考试”')
    expect(await rehearse({ kinds: everyThing })).toEqual({ people: 0, things: 0, skipped: 4 })
    expect(await inboxOf(cara)).toEqual([])
  })

  test('of courses share their day with those of the back office', async () => {
    await countOverdue(app.app)
    const { sent, skipped } = await app.ok(statOverdue.remind, { ids: [`${late}:${north}`] }, admin)
    expect({ sent, skipped }).toEqual({ sent: 1, skipped: 1 })
  })

  test('are sent again after a day, of the chosen kinds only', async () => {
    app.clock.advance(2 * 86_400)
    const again = await app.as('boss')
    expect(await app.ok(team.remind, { userIds: [bob.id], kinds: ['cert'] }, again)).toEqual({ people: 1, things: 1, skipped: 0 })
    expect((await inboxOf(await app.as('bob'))).map((one) => one.title)).toContain('学习提醒：1 项待完成')
  })
})

test('a leader who loses the department sees nobody at once', async () => {
  const who = await app.as('boss')
  expect(await names(who)).toEqual(['安安', '波波'])
  await lead(north, '', await app.as('admin'))
  for (const call of [team.overview, team.paging, team.export]) expect(await app.call(call, {}, who)).toEqual(refusal('forbidden'))
  expect(await app.call(team.person, { userId: ann.id }, who)).toEqual(refusal('forbidden'))
})
