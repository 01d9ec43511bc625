// Publishing a course: how many people it reaches, and the notice that they get once.
import { apiToken } from '@shuyuan/contract/account/token/api-token.ts'
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import type { Body, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeFile } from '../course.factory.ts'

const { app, admin, teacher } = await startWith('teacher')
const root = await app.db.selectFrom('sysDepart').where('parentId', 'is', null).select('deptCode').executeTakeFirstOrThrow()
const east = await makeDepart(app.db, root.deptCode, '东区')
const west = await makeDepart(app.db, root.deptCode, '西区')
const [ann, bob] = [await app.enrol({ userName: 'ann', deptCode: east }), await app.enrol({ userName: 'bob', deptCode: west })]
const fileId = await makeFile(app.ctx(), Buffer.from('%PDF-1.4'), 'a.pdf', { title: '讲义' })
const tags = ['course:add', 'course:list']
const local = await enrolWith(app, { userName: 'local', deptCode: east }, tags, DataScope.branch)

const everybody = { openType: OpenType.departs, deptCodes: [east, west] }
const form = {
  ...everybody,
  title: '消防安全',
  required: false,
  startTime: null,
  endTime: null,
  videoDrag: true,
  dragFinished: false,
  sequential: false,
  files: [{ fileId, required: true, minSec: 0 }],
}
const save = async (who = teacher) => (await app.ok(course.save, form, who)).id
const inboxOf = async (person: { token: string }) =>
  (await app.ok(msg.paging, { params: {} }, person.token)).records.map(({ title, refType, refId }) => ({ title, refType, refId }))
const noticed = (id: string) => ({ title: '课程通知：消防安全', refType: 'course', refId: id })

beforeEach(async () => void (await app.db.deleteFrom('sysMsg').execute()))

describe('before publishing', () => {
  test('counts the audience, and those of it within the data scope', async () => {
    const all = { people: 2, names: ['东区', '西区'], noticeState: 'open', notice: { title: '课程通知：{{courseTitle}}' } }
    expect(await app.ok(course.reach, everybody, teacher)).toMatchObject({ ...all, told: 2 })
    expect(await app.ok(course.reach, everybody, local)).toMatchObject({ ...all, told: 1 })
    const singly = { openType: OpenType.persons, userIds: [bob.id] }
    expect(await app.ok(course.reach, singly, local)).toMatchObject({ people: 1, names: [], told: 0 })
  })

  test('says of a stored course whether its notice was sent, and that another teacher cannot send it', async () => {
    const id = await save()
    const stateFor = async (who: typeof teacher) => (await app.ok(course.reach, { ...everybody, id }, who)).noticeState
    expect([await stateFor(teacher), await stateFor(local), await stateFor(await app.as('admin'))]).toEqual(['open', 'foreign', 'open'])
    await app.ok(course.publish, { id, notify: true }, teacher)
    expect(await stateFor(teacher)).toBe('sent')
    expect((await app.call(course.reach, { ...everybody, id: '999' }, teacher)).code).toBe(code('notFound'))
  })
})

describe('publishing', () => {
  test('shows a disabled course, and writes to its people only when it is asked to', async () => {
    const id = await save()
    await app.ok(course.state, { ids: [id], state: CourseState.disabled }, teacher)
    expect(await app.ok(course.publish, { id }, teacher)).toEqual({ sent: 0 })
    expect(await app.ok(course['admin/detail'], { id }, teacher)).toMatchObject({ state: CourseState.enabled })
    expect(await inboxOf(ann)).toEqual([])
  })

  test('the notice goes out once: at the same time, again, and after another save', async () => {
    const id = await save()
    const both = await Promise.all([1, 2].map(() => app.ok(course.publish, { id, notify: true }, teacher)))
    expect(both.map((one) => one.sent).toSorted((a, b) => a - b)).toEqual([0, 2])
    await app.ok(course.save, { ...form, id }, teacher)
    expect(await app.ok(course.publish, { id, notify: true }, teacher)).toEqual({ sent: 0 })
    for (const one of [ann, bob]) expect(await inboxOf(one)).toEqual([noticed(id)])
  })

  test('the notice goes to the data scope of the caller and no further', async () => {
    const id = await save(local)
    expect(await app.ok(course.publish, { id, notify: true }, local)).toEqual({ sent: 1 })
    expect([await inboxOf(ann), await inboxOf(bob)]).toEqual([[noticed(id)], []])
  })

  test('another teacher does not notify, and changes the course only with the permission to', async () => {
    const id = await save()
    const other = await enrolWith(app, { userName: 'other' }, [...tags, 'course:update', 'notify:own'], DataScope.all)
    expect((await app.call(course.publish, { id, notify: true }, other)).code).toBe(code('forbidden'))
    expect(await app.ok(course.publish, { id }, other)).toEqual({ sent: 0 })
    expect((await app.call(course.publish, { id }, local)).code).toBe(code('forbidden'))
    expect((await app.call(course.publish, { id: '999' }, teacher)).code).toBe(code('notFound'))
    for (const call of [course.publish, course.reach])
      expect((await app.call(call, { id, ...everybody }, ann)).code).toBe(code('forbidden'))
    expect(await inboxOf(ann)).toEqual([])
  })

  test('an API token without the tag does neither', async () => {
    const expireTime = toWallClock(new Date(app.clock.now().getTime() + 86_400_000))
    const { token } = await app.ok(apiToken.add, { title: '课程系统', tags: ['course:list'], expireTime }, admin)
    const id = await save()
    const by = async <E extends Endpoint>(endpoint: E, body: Body<E>) => {
      const headers = { authorization: `Bearer ${token}` }
      const reply = await app.http.inject({ method: 'POST', url: endpoint.path, headers, payload: body as object })
      return reply.json<{ code: number }>().code
    }
    expect(await by(course.publish, { id, notify: true })).toBe(code('forbidden'))
    expect(await by(course.reach, everybody)).toBe(code('forbidden'))
  })

  test('while courses are switched off nobody is notified, and the question says so', async () => {
    const id = await save()
    const site = await app.ok(config.detail, {}, admin)
    const turn = (moduleCourse: boolean) => app.ok(config.save, { ...site, props: { ...site.props, moduleCourse } }, admin)
    await turn(false)
    expect((await app.call(course.publish, { id, notify: true }, teacher)).code).toBe(code('moduleOff'))
    expect((await app.ok(course.reach, everybody, teacher)).noticeState).toBe('off')
    await turn(true)
    expect(await app.ok(course.publish, { id, notify: true }, teacher)).toEqual({ sent: 2 })
  })
})
