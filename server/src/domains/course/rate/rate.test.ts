// Ratings over HTTP: which learners can rate, the view of others, hiding and answers within the data scope.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { courseRate } from '@shuyuan/contract/course/rate/rate.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeCourse, makeProgress } from '../course.factory.ts'

const { app, ann, bob, admin } = await startWith('ann', 'bob')

async function lecture(given: Partial<Parameters<typeof makeCourse>[1]> = {}) {
  const row = { title: '第一讲', fileType: CourseFileType.video, duration: 100, fileUrl: '/files/course/a', viewUrl: '' }
  const { id: fileId } = await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()
  return makeCourse(app.ctx(), { title: '前厅礼仪', files: [{ fileId }], ...given })
}
const finish = (courseId: string, ...users: { id: string }[]) =>
  Promise.all(users.map(({ id: userId }) => makeProgress(app.ctx(), { courseId, userId, part: 1, at: app.ctx().now })))
const page = <P extends object>(params: P) => ({ current: 1, size: 10, params })
const shown = async (courseId: string, token: string) => (await app.ok(courseRate.paging, page({ courseId, shown: true }), token)).records
const inList = async (courseId: string, token: string) =>
  (await app.ok(course['user-paging'], page({}), token)).records.find((row) => row.id === courseId)

test('a course is rated once it is finished, once by each learner, and the list shows the mean', async () => {
  const courseId = await lecture()
  const refused = await app.call(courseRate.save, { courseId, stars: 5, content: '' }, ann.token)
  expect(refused.fields).toEqual([{ field: 'stars', msg: '学完课程后才能评价' }])
  await finish(courseId, ann, bob)
  await app.ok(courseRate.save, { courseId, stars: 5, content: '讲得清楚' }, ann.token)
  await app.ok(courseRate.save, { courseId, stars: 4, content: '' }, bob.token)
  await app.ok(courseRate.save, { courseId, stars: 2, content: '再看一遍，不够细' }, ann.token)
  expect(await inList(courseId, bob.token)).toMatchObject({ rateMean: 3, rateCount: 2 })
  expect((await app.ok(course.detail, { id: courseId }, bob.token)).rateMean).toBe(3)
  const office = (await app.ok(course.paging, page({ title: '前厅礼仪' }), admin.token)).records.find((row) => row.id === courseId)
  expect(office).toMatchObject({ rateMean: 3, rateCount: 2 })
})

test('no stars, six stars, and a course that the learner does not see are refused', async () => {
  const courseId = await lecture({ openType: OpenType.persons, userIds: [bob.id] })
  await finish(courseId, ann, bob)
  for (const stars of [0, 6, 2.5])
    expect((await app.call(courseRate.save, { courseId, stars, content: '' }, bob.token)).fields).toEqual([
      { field: 'stars', msg: '请选择1到5星' },
    ])
  expect((await app.call(courseRate.save, { courseId, stars: 3, content: '' }, ann.token)).code).toBe(errors.notFound[0])
  expect((await app.call(courseRate.paging, page({ courseId }), ann.token)).code).toBe(errors.notFound[0])
})

test('others read the first character of a name; the own rating has the whole one, and is asked for alone', async () => {
  const courseId = await lecture()
  await finish(courseId, ann, bob)
  await app.ok(courseRate.save, { courseId, stars: 5, content: '好' }, ann.token)
  await app.ok(courseRate.save, { courseId, stars: 1, content: '差' }, bob.token)
  const { realName } = await app.db.selectFrom('sysUser').where('id', '=', ann.id).select('realName').executeTakeFirstOrThrow()
  expect((await shown(courseId, bob.token)).map((row) => [row.content, row.isOwn])).toEqual([
    ['差', true],
    ['好', false],
  ])
  expect((await shown(courseId, bob.token))[1]!.realName).toBe(`${Array.from(realName)[0]}**`)
  const own = await app.ok(courseRate.paging, page({ courseId, mine: true }), ann.token)
  expect(own.records.map((row) => [row.content, row.realName])).toEqual([['好', realName]])
})

test('a hidden rating is read by its writer only and does not count; it stays hidden when it is written again', async () => {
  const courseId = await lecture()
  await finish(courseId, ann, bob)
  await app.ok(courseRate.save, { courseId, stars: 1, content: '骂人的话' }, ann.token)
  await app.ok(courseRate.save, { courseId, stars: 4, content: '' }, bob.token)
  const row = (await shown(courseId, ann.token)).find((one) => one.isOwn)
  await app.ok(courseRate.hide, { ids: [row!.id], hidden: true }, admin.token)
  await app.ok(courseRate.save, { courseId, stars: 1, content: '还是骂人的话' }, ann.token)
  expect((await shown(courseId, bob.token)).map((one) => one.content)).toEqual([''])
  expect((await shown(courseId, ann.token)).find((one) => one.isOwn)).toMatchObject({ content: '还是骂人的话', hidden: true })
  expect(await inList(courseId, bob.token)).toMatchObject({ rateMean: 4, rateCount: 1 })
  const all = await app.ok(courseRate.paging, page({ courseId, hidden: true }), admin.token)
  expect(all.records.map((one) => one.content)).toEqual(['还是骂人的话'])
  await app.ok(courseRate.hide, { ids: [row!.id], hidden: false }, admin.token)
  expect(await inList(courseId, bob.token)).toMatchObject({ rateMean: 2.5, rateCount: 2 })
})

test('an answer stands below the rating and reaches its writer; without words it is taken back', async () => {
  const courseId = await lecture({ title: '客房清洁' })
  await finish(courseId, ann)
  await app.ok(courseRate.save, { courseId, stars: 3, content: '有点长' }, ann.token)
  const [row] = await shown(courseId, ann.token)
  await app.ok(courseRate.reply, { id: row!.id, reply: '下一版会分成两讲' }, admin.token)
  expect((await shown(courseId, ann.token))[0]).toMatchObject({ reply: '下一版会分成两讲', replyTime: expect.any(String) })
  const { records } = await app.ok(msg.paging, page({}), ann.token)
  expect(records[0]!.content).toContain('下一版会分成两讲')
  await app.ok(courseRate.reply, { id: row!.id, reply: '' }, admin.token)
  expect((await shown(courseId, ann.token))[0]).toMatchObject({ reply: '', replyTime: null })
})

test('an office user finds, hides and answers only ratings of people within their data scope', async () => {
  const deptCode = await makeDepart(app.db, 'A01', '评价部')
  const inside = await app.enrol({ userName: 'rate-inside', deptCode })
  const keeper = await enrolWith(app, { userName: 'rate-keeper', deptCode }, ['course:update'], DataScope.branch)
  const courseId = await lecture()
  await finish(courseId, ann, inside)
  await app.ok(courseRate.save, { courseId, stars: 2, content: '外面' }, ann.token)
  await app.ok(courseRate.save, { courseId, stars: 5, content: '里面' }, inside.token)
  const { records } = await app.ok(courseRate.paging, page({ courseId }), keeper.token)
  expect(records.map((row) => row.content)).toEqual(['里面'])
  const all = await app.ok(courseRate.paging, page({ courseId }), admin.token)
  const outside = all.records.find((row) => row.content === '外面')!
  const both = all.records.map((row) => row.id)
  expect((await app.call(courseRate.hide, { ids: both, hidden: true }, keeper.token)).code).toBe(errors.notFound[0])
  expect((await app.call(courseRate.reply, { id: outside.id, reply: '谢谢' }, keeper.token)).code).toBe(errors.notFound[0])
  expect((await app.ok(courseRate.paging, page({ courseId, hidden: true }), admin.token)).total).toBe(0)
})
