// Notes and questions over HTTP: who reads what, limits, messages.
import { courseNote, MOST_NOTES } from '@shuyuan/contract/course/talk/note.ts'
import { courseQuestion as talk } from '@shuyuan/contract/course/talk/question.ts'
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeCourse } from '../course.factory.ts'

const { app, ann, bob, teacher, admin } = await startWith('ann', 'bob', 'teacher')

async function film() {
  const row = { title: '第一讲', fileType: CourseFileType.video, duration: 100, fileUrl: '/files/course/a', viewUrl: '' }
  const { id } = await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
async function lecture(given: Partial<Parameters<typeof makeCourse>[1]> = {}) {
  const fileId = await film()
  const by = { ...app.ctx(), user: { ...app.ctx().user, id: teacher.id } }
  return { fileId, courseId: await makeCourse(by, { title: '前厅礼仪', files: [{ fileId }], ...given }) }
}
const page = <P extends object>(params: P) => ({ current: 1, size: 10, params })
const inbox = async (token: string) => (await app.ok(msg.paging, page({}), token)).records

describe('notes', () => {
  test('are kept at their second, in the order of the course, for their writer only', async () => {
    const { courseId, fileId } = await lecture()
    const place = { courseId, fileId }
    const late = await app.ok(courseNote.save, { ...place, position: 61, content: '行李先问' }, ann.token)
    await app.ok(courseNote.save, { ...place, position: 12, content: '微笑' }, ann.token)
    await app.ok(courseNote.save, { courseId, content: '整门课' }, ann.token)
    const own = () => app.ok(courseNote.list, { courseId }, ann.token)
    expect((await own()).map(({ position, content, fileTitle }) => [position, content, fileTitle])).toEqual([
      [12, '微笑', '第一讲'],
      [61, '行李先问', '第一讲'],
      [0, '整门课', ''],
    ])
    expect(await app.ok(courseNote.list, { courseId }, bob.token)).toEqual([])
    const changed = { id: late.id, ...place, position: 5, content: '先问行李' }
    expect((await app.call(courseNote.save, changed, bob.token)).code).toBe(errors.notFound[0])
    expect((await app.call(courseNote.delete, { ids: [late.id] }, bob.token)).code).toBe(errors.notFound[0])
    await app.ok(courseNote.save, changed, ann.token)
    // the text changes, the place stays
    expect(await own()).toContainEqual(expect.objectContaining({ id: late.id, position: 61, content: '先问行李' }))
    await app.ok(courseNote.delete, { ids: [late.id] }, ann.token)
    expect(await own()).toHaveLength(2)
  })

  test('are refused outside of the learner’s courses, in foreign files, and beyond the limit', async () => {
    const closed = await lecture({ openType: OpenType.persons, userIds: [bob.id] })
    const note = { ...closed, position: 0, content: '笔记' }
    expect((await app.call(courseNote.save, note, ann.token)).code).toBe(errors.notFound[0])
    await app.ok(courseNote.save, note, bob.token)
    const open = await lecture()
    const foreign = { ...note, courseId: open.courseId, fileId: closed.fileId }
    expect((await app.call(courseNote.save, foreign, ann.token)).code).toBe(errors.courseFileNone[0])
    await sql`insert into course_note (user_id, course_id, position, content, create_time, update_time)
      select ${ann.id}::bigint, ${open.courseId}::bigint, n, 'x', now(), now() from generate_series(1, ${MOST_NOTES}::int) n`.execute(
      app.db,
    )
    expect((await app.call(courseNote.save, { ...note, ...open }, ann.token)).code).toBe(errors.badInput[0])
    await app.ok(course.state, { ids: [closed.courseId], state: CourseState.disabled }, admin.token)
    expect((await app.call(courseNote.save, note, bob.token)).code).toBe(errors.notFound[0])
  })

  test('do not appear in the audit log', async () => {
    const { courseId, fileId } = await lecture()
    await app.ok(courseNote.save, { courseId, fileId, position: 1, content: '只给我自己看' }, ann.token)
    const { rows } = await sql`select from sys_log where input::text like '%只给我自己看%'`.execute(app.db)
    expect(rows).toEqual([])
  })
})

describe('questions', () => {
  test('reach the teacher; the answer reaches the asker, and the course once it is opened', async () => {
    const { courseId, fileId } = await lecture()
    const { id } = await app.ok(talk.ask, { courseId, fileId, position: 30, content: '为什么先问行李？' }, ann.token)
    expect((await inbox(teacher.token))[0]).toMatchObject({ title: '课程有新的提问', refType: 'courseQuestion', refId: courseId })
    const seen = (token: string, mine = false) => app.ok(talk['user-paging'], page({ courseId, mine }), token)
    expect((await seen(ann.token)).records).toMatchObject([{ id, isOwn: true, answered: false, position: 30, answers: [] }])
    expect((await seen(bob.token)).total).toBe(0)
    const waiting = await app.ok(talk.paging, page({ courseId, answered: false }), teacher.token)
    expect(waiting.records).toMatchObject([{ id, courseTitle: '前厅礼仪', realName: '安安', fileTitle: '第一讲' }])

    await app.ok(talk.answer, { id, content: '好安排搬运', isOpen: false }, teacher.token)
    expect((await inbox(ann.token))[0]).toMatchObject({ title: '您的课程提问有了回答', refType: 'course', refId: courseId })
    expect((await seen(ann.token)).records).toMatchObject([
      { answered: true, answers: [{ isTeacher: true, name: '田老师', content: '好安排搬运' }] },
    ])
    expect((await seen(bob.token)).total).toBe(0)

    await app.ok(talk.reply, { id, content: '那夜里呢？' }, ann.token)
    expect((await app.ok(talk.paging, page({ courseId, answered: false }), teacher.token)).total).toBe(1)
    await app.ok(talk.answer, { id, content: '夜里也一样', isOpen: true }, teacher.token)
    const opened = await seen(bob.token)
    expect(opened.records).toMatchObject([{ isOwn: false, answers: [{}, { isTeacher: false, name: '' }, {}] }])
    expect(JSON.stringify(opened)).not.toContain('安安')
    expect((await seen(bob.token, true)).total).toBe(0)
    await app.ok(talk.delete, { ids: [id] }, teacher.token)
    expect((await seen(ann.token)).total).toBe(0)
  })

  test('are added to by their asker only', async () => {
    const { courseId } = await lecture()
    const { id } = await app.ok(talk.ask, { courseId, content: '问题' }, ann.token)
    expect((await app.call(talk.reply, { id, content: '答' }, bob.token)).code).toBe(errors.notFound[0])
    expect((await app.call(talk.answer, { id, content: '答', isOpen: true }, bob.token)).code).toBe(errors.forbidden[0])
  })

  test('are shown and answered within the data scope', async () => {
    const { courseId } = await lecture()
    const depart = await makeDepart(app.db, 'A01', '分店')
    const far = await app.enrol({ userName: 'far', deptCode: depart })
    const near = await enrolWith(app, { userName: 'near', deptCode: depart }, ['course:answer'], DataScope.branch)
    const { id: own } = await app.ok(talk.ask, { courseId, content: '分店的问题' }, far.token)
    const { id: foreign } = await app.ok(talk.ask, { courseId, content: '总店的问题' }, ann.token)
    const rows = (await app.ok(talk.paging, page({ courseId }), near.token)).records
    expect(rows.map((row) => row.id)).toEqual([own])
    expect((await app.call(talk.answer, { id: foreign, content: '答', isOpen: true }, near.token)).code).toBe(errors.notFound[0])
    expect((await app.call(talk.delete, { ids: [own, foreign] }, near.token)).code).toBe(errors.notFound[0])
    const branch = await app.ok(talk.paging, page({ courseId, deptCode: depart }), teacher.token)
    expect(branch.records.map((row) => row.id)).toEqual([own])
  })
})
