// Points: awards, deductions and the log.
import { user } from '@shuyuan/contract/account/user.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import { makeUser } from '../people/user/user.factory.ts'
import { addPoints } from './points.service.ts'

const app = await sharedApp()

const give = (id: string, points: number, remark: string) =>
  app.db.transaction().execute((db) => addPoints(app.ctx({ db }), id, points, remark, { refType: 'test', refId: '1' }))

test('awards and deductions add up, and users see only their own', async () => {
  const id = await makeUser(app.db, { userName: 'saver' })
  await makeUser(app.db, { userName: 'stranger' })
  await give(id, 30, '完成课程')
  await give(id, -12, '兑换考试')
  await give(id, 5, '每日登录')
  const { token } = await app.as('saver')
  expect((await app.ok(user.info, {}, token)).points).toBe(23)
  const mine = await app.ok(userPoints['my-paging'], {}, token)
  expect(mine.records.map((row) => [row.refRemark, row.points])).toEqual([
    ['每日登录', 5],
    ['兑换考试', -12],
    ['完成课程', 30],
  ])
  expect((await app.ok(userPoints['my-paging'], { params: { refRemark: '兑换' } }, token)).total).toBe(1)
  expect((await app.ok(userPoints['my-paging'], { orders: [{ column: 'points', asc: true }], size: 1 }, token)).records[0]?.points).toBe(
    -12,
  )
  expect((await app.ok(userPoints['my-paging'], {}, (await app.as('stranger')).token)).total).toBe(0)
})

test('no user spends more than the balance, not even with concurrent calls', async () => {
  const id = await makeUser(app.db, { userName: 'spender' })
  await give(id, 10, '初始')
  await expect(give(id, -11, '太多')).rejects.toMatchObject({ reason: 'pointsShort' })
  const both = await Promise.allSettled([give(id, -7, '甲'), give(id, -7, '乙')])
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { points } = await app.db.selectFrom('sysUser').where('id', '=', id).select('points').executeTakeFirstOrThrow()
  expect(points).toBe(3)
  await expect(give('999999', 1, '无人')).rejects.toMatchObject({ reason: 'notFound' })
})
