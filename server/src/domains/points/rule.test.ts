// Rules of points, adjustments by hand, and ranks.
import { notice, NoticeState } from '@shuyuan/contract/message/notice.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { type PointsEvent, userPoints } from '@shuyuan/contract/points/points.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { describe, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../test/people.ts'
import { awardFor } from './rule.service.ts'

const { app, admin, learner, ann, bob } = await startWith('learner', 'ann', 'bob')
const DAY = 86_400

const setRule = (event: PointsEvent, points: number, dayCap = 0, enabled = true) =>
  app.ok(userPoints['rule/save'], { event, points, dayCap, enabled }, admin)
const award = (event: PointsEvent, userId: string, refId: string) =>
  app.db.transaction().execute((db) => awardFor(app.ctx({ db }), event, userId, { refId }))
const balance = async (token: string) => (await app.ok(user.info, {}, token)).points
const remarks = async (token: string) => (await app.ok(userPoints['my-paging'], {}, token)).records.map((row) => row.refRemark)

test('no rule is enabled from the start', async () => {
  const rules = await app.ok(userPoints['rule/list'], {}, admin)
  expect(rules.map((one) => [one.event, one.enabled])).toEqual([
    ['login', false],
    ['course', false],
    ['notice', false],
    ['train', false],
    ['battle', false],
    ['buy', false],
  ])
  expect(await award('course', learner.id, '1')).toBe(0)
})

test('a cap below one award is refused at its field', async () => {
  const answer = await app.call(userPoints['rule/save'], { event: 'login', points: 5, dayCap: 4, enabled: true }, admin)
  expect(answer.fields.map((one) => one.field)).toEqual(['dayCap'])
})

describe('awards', () => {
  test('once for a cause, and up to the cap of a day', async () => {
    await setRule('course', 10, 25)
    const person = await app.enrol({ userName: 'capped' })
    expect([await award('course', person.id, '1'), await award('course', person.id, '1')]).toEqual([10, 0])
    expect([await award('course', person.id, '2'), await award('course', person.id, '3'), await award('course', person.id, '4')]).toEqual([
      10, 5, 0,
    ])
    app.clock.advance(DAY)
    expect(await award('course', person.id, '4')).toBe(10)
    expect(await balance(person.token)).toBe(35)
  })

  test('concurrent awards for one cause count once', async () => {
    await setRule('course', 10)
    const person = await app.enrol({ userName: 'racer' })
    const all = await Promise.all(Array.from({ length: 8 }, () => award('course', person.id, '9')))
    expect(all.reduce((sum, one) => sum + one, 0)).toBe(10)
    expect(await balance(person.token)).toBe(10)
  })

  test('a sign-in counts once a day, also of a session that goes on', async () => {
    await setRule('login', 2, 2)
    const person = await app.as('capped')
    await expect.poll(() => balance(person.token)).toBe(37)
    const again = await app.as('capped')
    app.clock.advance(DAY)
    await app.ok(user.info, {}, again.token)
    expect(await balance(again.token)).toBe(39)
    await setRule('login', 2, 2, false)
  })

  test('reading a notice counts once for each notice', async () => {
    await setRule('notice', 3)
    const save = (title: string) => app.ok(notice.save, { title, content: '<p>文</p>', state: NoticeState.shown }, admin)
    const [one, two] = [await save('甲'), await save('乙')]
    for (const { id } of [one, one, two]) await app.ok(notice.detail, { id }, ann)
    expect(await balance(ann.token)).toBe(6)
    expect(await remarks(ann.token)).toEqual(['阅读公告', '阅读公告'])
  })
})

describe('adjustments', () => {
  const adjust = (userIds: string[], points: number, cause = '', who = admin) =>
    app.call(userPoints.adjust, { userIds, points, refRemark: '校庆', cause }, who)

  test('add and deduct with a remark, once for a cause', async () => {
    expect((await adjust([bob.id, learner.id], 30, 'a')).data).toEqual({ changed: 2 })
    expect((await adjust([bob.id], 30, 'a')).data).toEqual({ changed: 0 })
    expect((await adjust([bob.id], -10, 'b')).data).toEqual({ changed: 1 })
    expect(await balance(bob.token)).toBe(20)
    const { records } = await app.ok(userPoints.paging, { params: { refRemark: '校庆' } }, admin)
    expect(records.map((row) => [row.points, row.source_dictText, row.createBy_dictText !== ''])).toEqual([
      [-10, '人工调整', true],
      [30, '人工调整', true],
      [30, '人工调整', true],
    ])
  })

  test('never below 0, and then for none of the people', async () => {
    const before = await balance(learner.token)
    expect((await adjust([bob.id, learner.id], -25)).code).toBe(errors.pointsShort[0])
    expect([await balance(bob.token), await balance(learner.token)]).toEqual([20, before])
  })

  test('not for oneself, nor for people outside the data scope', async () => {
    const own = await enrolWith(app, { userName: 'clerk' }, ['points:adjust'], DataScope.own)
    expect((await adjust([own.id], 5, '', own)).code).toBe(errors.userIsSelf[0])
    expect((await adjust([bob.id], 5, '', own)).code).toBe(errors.notFound[0])
    expect((await adjust([bob.id], 5, '', learner)).code).toBe(errors.forbidden[0])
  })
})

test('people and departments are ranked by their balances', async () => {
  const people = await app.ok(userPoints.rank, { size: 3 }, admin)
  const points = people.records.map((row) => row.points)
  expect(points).toEqual(points.toSorted((a, b) => b - a))
  expect(points[0]).toBeGreaterThan(0)
  const departs = await app.ok(userPoints['depart-rank'], {}, admin)
  const [top] = departs.records
  expect(top!.points).toBe(Math.round(top!.average * top!.people))
})
