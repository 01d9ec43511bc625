// Assignments over HTTP: draft, hand-in, mark, return; who reads what.
import { file } from '@shuyuan/contract/common/file.ts'
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { courseWork as work } from '@shuyuan/contract/course/work/work.ts'
import { HandState, WorkFinish } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { describe, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { plainAddress } from '../../../kernel/files/signed-file.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { onHappening } from '../../site/log/happening.service.ts'
import { makeCourse } from '../course.factory.ts'
import { onWorkPassed } from './passed.service.ts'
import { makeWork, sampleWork } from './work.factory.ts'
import { deleteOldHandFiles } from './work-file.service.ts'

const { app, ann, bob, teacher, admin } = await startWith('ann', 'bob', 'teacher')
const desk = await enrolWith(app, { userName: 'desk' }, ['course:work'], DataScope.all)
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000, 'x')])
const passed: string[] = []
onWorkPassed(app.app, 'test', async (_ctx, { userId, fileId }) => void passed.push(`${userId} ${fileId}`))
const happened: unknown[] = []
onHappening(app.app, 'test', async (_ctx, event, all) => void (event === 'assignment.handed' && happened.push(...all)))

const by = (id: string) => ({ ...app.ctx(), user: { ...app.ctx().user, id } })
async function lesson(given: Partial<Body<typeof work.save>> = {}, of: Partial<Parameters<typeof makeCourse>[1]> = {}) {
  const fileId = await makeWork(by(teacher.id), given)
  return { fileId, courseId: await makeCourse(by(teacher.id), { title: '前厅服务', files: [{ fileId }], ...of }) }
}
type Place = Awaited<ReturnType<typeof lesson>>
const written = (place: Place, more: Partial<Body<typeof work.hand>> = {}) => ({
  ...place,
  tryNo: 1,
  version: 0,
  content: '我的答案',
  files: [],
  ...more,
})
const send = async (who: { token: string }, name = '答案.pdf') => {
  const { data } = await app.upload(file.upload, pdf, name, { scene: 'work' }, who.token)
  return { title: name, fileUrl: data.url }
}
const page = <P extends object>(params: P) => ({ current: 1, size: 10, params })
const inbox = async (token: string) => (await app.ok(msg.paging, page({}), token)).records
const detail = (place: Place, who: { token: string }) => app.ok(work.detail, place, who.token)
const next = (input: Body<typeof work.next>, who: { token: string } = desk) => app.ok(work.next, input, who.token)
const finished = async ({ courseId }: Place, who: { token: string }) =>
  (await app.ok(course.detail, { id: courseId }, who.token)).files[0]?.finished

describe('the learner', () => {
  test('writes a draft that another page cannot overwrite unseen', async () => {
    const place = await lesson()
    const upload = await send(ann)
    expect(await detail(place, ann)).toMatchObject({ draft: { tryNo: 1, version: 0, content: '', files: [] }, reason: null, hands: [] })
    const first = await app.ok(work['save-draft'], written(place, { files: [upload] }), ann.token)
    expect(first.version).toBe(1)
    expect((await detail(place, ann)).draft).toMatchObject({
      version: 1,
      content: '我的答案',
      files: [{ title: '答案.pdf', fileSize: pdf.length }],
    })
    // a second tab that has not seen it
    expect((await app.call(work['save-draft'], written(place, { content: '另一页' }), ann.token)).code).toBe(code('workDraftChanged'))
    expect((await app.call(work.hand, written(place, { content: '另一页' }), ann.token)).code).toBe(code('workDraftChanged'))
    await app.ok(work['save-draft'], written(place, { version: 1, content: '改过' }), ann.token)
    expect((await detail(place, ann)).draft).toMatchObject({ version: 2, content: '改过', files: [] })
    // of a draft, the desk sees nothing
    expect((await app.ok(work.paging, page({ fileId: place.fileId }), desk.token)).total).toBe(0)
  })

  test('hands in exactly once, however often the call arrives', async () => {
    const place = await lesson()
    const before = happened.length
    const calls = await Promise.all([1, 2, 3].map(() => app.call(work.hand, written(place), ann.token)))
    expect(calls.map((one) => one.code)).toEqual([0, 0, 0])
    expect(calls.map((one) => one.data?.hands.length)).toEqual([1, 1, 1])
    expect(await app.ok(work.hand, written(place, { content: '再交一次' }), ann.token)).toMatchObject({
      draft: null,
      reason: 'waiting',
      hands: [{ tryNo: 1, state: HandState.handed, content: '我的答案', score: null }],
    })
    expect((await app.call(work['save-draft'], written(place), ann.token)).code).toBe(code('workHanded'))
    expect((await app.call(work.hand, written(place, { tryNo: 2 }), ann.token)).code).toBe(code('workHanded'))
    const told = (await inbox(teacher.token)).filter((one) => one.content.includes('前厅服务'))
    expect(told[0]).toMatchObject({ title: '有作业待批改', content: '安安提交了课程“前厅服务”的作业“模拟作业”。' })
    expect(happened).toHaveLength(before + 1)
    expect(happened.at(-1)).toMatchObject({
      userId: ann.id,
      data: { workId: place.fileId, courseTitle: '前厅服务', tryNo: 1, lateDays: 0 },
    })
  })

  test('gives only what the assignment takes', async () => {
    const place = await lesson({ takesText: false, kinds: ['image'], mostFiles: 1 })
    const refusals = async (more: Partial<Body<typeof work.hand>>) =>
      (await app.call(work.hand, written(place, { content: '', ...more }), ann.token)).msg
    expect(await refusals({ content: '文字' })).toBe('本次作业不收文字')
    expect(await refusals({})).toBe('请填写作业内容或上传文件')
    expect(await refusals({ files: [await send(ann)] })).toBe('文件“答案.pdf”的类型不在本次作业的要求内')
    expect(await refusals({ files: [await send(ann), await send(ann)] })).toBe('本次作业最多交1个文件')
    const small = await lesson({ mostMb: 1 })
    await app.db.updateTable('commonFile').set({ size: '2000000' }).where('scene', '=', 'work').execute()
    const large = await app.call(work.hand, written(small, { files: [await send(ann)] }), ann.token)
    expect(large.code).toBe(0)
    const [row] = (await detail(small, ann)).hands[0]!.files
    await app.db.updateTable('commonFile').set({ size: '2000000' }).where('url', '=', plainAddress(row!.fileUrl)).execute()
    expect((await app.call(work.hand, written(await lesson({ mostMb: 1 }), { files: [row!] }), ann.token)).msg).toBe(
      '文件“答案.pdf”超过1MB',
    )
  })

  test('neither hands in nor reads a file of another user, by whatever address', async () => {
    const place = await lesson()
    const foreign = await send(bob)
    for (const fileUrl of [foreign.fileUrl, plainAddress(foreign.fileUrl)])
      expect((await app.call(work.hand, written(place, { files: [{ title: '偷', fileUrl }] }), ann.token)).msg).toBe(
        '文件“偷”不存在，请重新上传',
      )
    await app.ok(work.hand, written(place, { files: [foreign] }), bob.token)
    const own = (await detail(place, bob)).hands[0]!.files[0]!
    const get = (url: string, token: string) => app.http.inject({ url, headers: { cookie: `token=${token}`, token } })
    expect((await get(own.fileUrl, bob.token)).statusCode).toBe(200)
    expect((await get(plainAddress(own.fileUrl), ann.token)).statusCode).toBe(404)
    // and it does not become a course file or an attachment of another user
    const saved = { title: '讲义', catId: '', fileUrl: own.fileUrl, duration: 0 }
    expect((await app.call(courseFile.save, saved, admin)).code).not.toBe(0)
    const attached = { ...sampleWork, attachments: [{ title: '附件', fileUrl: own.fileUrl }] }
    expect((await app.call(work.save, attached, admin)).msg).toContain('附件')
    expect((await detail(place, ann)).hands).toEqual([])
  })

  test('cannot hand in outside of the course, nor after the deadline', async () => {
    const closed = await lesson({}, { openType: OpenType.persons, userIds: [bob.id] })
    expect((await app.call(work.detail, closed, ann.token)).code).toBe(code('courseNotOpen'))
    expect((await app.call(work.hand, written(closed), ann.token)).code).toBe(code('courseNotOpen'))
    const past = toWallClock(new Date(app.clock.now().getTime() - 3_600_000))
    const over = await lesson({ deadlineTime: past })
    expect(await detail(over, ann)).toMatchObject({ draft: null, reason: 'late', lateDays: 1 })
    expect((await app.call(work.hand, written(over), ann.token)).code).toBe(code('workLate'))
    const late = await lesson({ deadlineTime: past, late: true, latePercent: 10 })
    expect(await detail(late, ann)).toMatchObject({ reason: null, lateDays: 1 })
    await app.ok(work.hand, written(late), ann.token)
    const { id, version } = (await next({ fileId: late.fileId }))!
    expect(await app.ok(work.mark, { id, version, score: 65 }, desk.token)).toEqual({ version: version + 1, finalScore: 55, passed: false })
    expect((await detail(late, ann)).hands[0]).toMatchObject({ lateDays: 1, score: 65, finalScore: 55, passed: false })
  })

  test('reads marks after the course has ended', async () => {
    const place = await lesson()
    await app.ok(work.hand, written(place), ann.token)
    await app.ok(course.state, { ids: [place.courseId], state: CourseState.disabled }, admin)
    expect((await detail(place, ann)).hands).toHaveLength(1)
    expect((await app.ok(work.mine, page({ state: HandState.handed }), ann.token)).records[0]).toMatchObject({
      fileId: place.fileId,
      title: '模拟作业',
    })
    expect((await app.call(work.detail, place, bob.token)).code).toBe(code('courseDisabled'))
  })
})

describe('a lesson', () => {
  test('is finished by the hand-in where the teacher wants that', async () => {
    const place = await lesson({ finish: WorkFinish.handed })
    await app.ok(work.hand, written(place), ann.token)
    expect(await finished(place, ann)).toBe(true)
    expect((await app.ok(course.detail, { id: place.courseId }, ann.token)).learned).toBe('finished')
  })

  test('is returned, handed in again after the deadline, passed, and then finished', async () => {
    const place = await lesson({
      rubric: [
        { id: 'a', text: '结构清楚', points: 40 },
        { id: 'b', text: '缺少例子', points: -10 },
      ],
    })
    await app.ok(work.hand, written(place), ann.token)
    const first = (await next({ fileId: place.fileId }))!
    expect(first).toMatchObject({ realName: '安安', content: '我的答案', waiting: 1, rubric: [{ id: 'a' }, { id: 'b', points: -10 }] })
    await app.ok(work.return, { id: first.id, version: first.version, comment: '请补充例子' }, desk.token)
    expect((await inbox(ann.token))[0]).toMatchObject({ title: '作业被退回', refType: 'work', refId: `${place.courseId}/${place.fileId}` })
    const { version } = await app.ok(work.setting, { id: place.fileId }, admin)
    const past = toWallClock(new Date(app.clock.now().getTime() - 3_600_000))
    await app.ok(work.save, { ...sampleWork, id: place.fileId, version, deadlineTime: past, rubric: first.rubric }, admin)
    expect(await detail(place, ann)).toMatchObject({
      draft: { tryNo: 2, version: 0, content: '我的答案' },
      reason: null,
      lateDays: 0,
      hands: [{ state: HandState.returned, comment: '请补充例子' }],
    })
    await app.ok(work.hand, written(place, { tryNo: 2, content: '有例子' }), ann.token)
    expect(await finished(place, ann)).toBe(false)
    const second = (await next({ fileId: place.fileId }))!
    // the returned try was followed by another one
    const old = (await next({ id: first.id }))!
    expect((await app.call(work.mark, { id: old.id, version: old.version, score: 50 }, desk.token)).code).toBe(code('workChanged'))
    const mark = { id: second.id, version: second.version, score: 80, lines: ['a'], comment: '很好' }
    expect(await app.ok(work.mark, mark, desk.token)).toMatchObject({ passed: true, finalScore: 80 })
    expect(passed).toContain(`${ann.id} ${place.fileId}`)
    expect(await finished(place, ann)).toBe(true)
    expect((await detail(place, ann)).hands[0]).toMatchObject({ score: 80, lines: [{ text: '结构清楚', points: 40 }], comment: '很好' })
    expect((await detail(place, ann)).reason).toBe('passed')
    expect((await inbox(ann.token))[0]).toMatchObject({
      title: '作业已批改',
      content: '您的作业“模拟作业”已批改：80 / 100 分，通过。\n评语：很好',
    })
    // a later failure takes nothing back
    await app.ok(work.mark, { ...mark, version: second.version + 1, score: 10 }, desk.token)
    expect(await finished(place, ann)).toBe(true)
  })

  test('passes also after the course has ended', async () => {
    const place = await lesson()
    await app.ok(work.hand, written(place), bob.token)
    await app.ok(course.state, { ids: [place.courseId], state: CourseState.disabled }, admin)
    const { id, version } = (await next({ fileId: place.fileId }))!
    await app.ok(work.mark, { id, version, score: 90 }, desk.token)
    await app.ok(course.state, { ids: [place.courseId], state: CourseState.enabled }, admin)
    expect(await finished(place, bob)).toBe(true)
  })
})

describe('the marker', () => {
  test('loses against the one who was earlier', async () => {
    const place = await lesson()
    await app.ok(work.hand, written(place), ann.token)
    const { id, version } = (await next({ fileId: place.fileId }))!
    await app.ok(work.mark, { id, version, score: 70 }, desk.token)
    expect((await app.call(work.mark, { id, version, score: 20 }, admin)).code).toBe(code('workChanged'))
    expect((await app.call(work.return, { id, version, comment: '重做' }, admin)).code).toBe(code('workChanged'))
    expect((await app.call(work.mark, { id, version: version + 1, score: 101 }, admin)).msg).toBe('得分不能高于满分')
    expect((await detail(place, ann)).hands[0]?.score).toBe(70)
  })

  test('sees nobody outside of the data scope, but own assignments and those that name them', async () => {
    const deptCode = await makeDepart(app.db, 'A01', '客房部')
    const cleo = await app.enrol({ userName: `cleo`, realName: '客丽', deptCode })
    const place = await lesson()
    await app.ok(work.hand, written(place), ann.token)
    await app.ok(work.hand, written(place), cleo.token)
    const own = await enrolWith(app, { userName: 'branch', deptCode }, ['course:work'], DataScope.branch)
    const rows = async (token: string, params = {}) => (await app.ok(work.paging, page({ fileId: place.fileId, ...params }), token)).records
    expect((await rows(own.token)).map((one) => one.realName)).toEqual(['客丽'])
    const [annHand] = (await rows(desk.token)).filter((one) => one.realName === '安安')
    expect((await app.call(work.next, { id: annHand!.id }, own.token)).code).toBe(code('notFound'))
    expect((await app.call(work.mark, { id: annHand!.id, version: 2, score: 1 }, own.token)).code).toBe(code('notFound'))
    expect((await app.call(work.return, { id: annHand!.id, version: 2, comment: '退' }, own.token)).code).toBe(code('notFound'))
    // named: all of the assignment, and the others with the right see it and do not mark
    await app.ok(work.save, { ...sampleWork, id: place.fileId, markerIds: [own.id] }, admin)
    expect((await rows(own.token)).map((one) => one.mayMark)).toEqual([true, true])
    expect((await rows(desk.token)).map((one) => one.mayMark)).toEqual([false, false])
    expect(await next({ fileId: place.fileId })).toBeNull()
    expect((await app.call(work.mark, { id: annHand!.id, version: 1, score: 1 }, desk.token)).code).toBe(code('workNotMarker'))
    // a learner is no marker
    expect((await app.call(work.save, { ...sampleWork, markerIds: [ann.id] }, admin)).msg).toBe('有批改人没有批改作业的权限，请重新选择')
  })

  test('does not see whose hand-in it is before the mark of a blind one', async () => {
    const place = await lesson({ blind: true })
    await app.ok(work.hand, written(place, { files: [await send(ann, '安安的答案.pdf')] }), ann.token)
    const rows = async (params = {}) => (await app.ok(work.paging, page({ fileId: place.fileId, ...params }), desk.token)).records
    expect((await rows())[0]).toMatchObject({ realName: '', userName: '', deptName: '' })
    expect(await rows({ realName: '安安' })).toEqual([])
    const one = (await next({ fileId: place.fileId }))!
    expect([one.realName, one.files[0]?.title]).toEqual(['', '1.pdf'])
    expect((await inbox(teacher.token))[0]?.content).toContain('有学员')
    await app.ok(work.mark, { id: one.id, version: one.version, score: 60 }, desk.token)
    expect((await rows({ realName: '安安' }))[0]).toMatchObject({ realName: '安安', state: HandState.marked })
  })

  test('goes from one to the next and comes back to those that were left out', async () => {
    const place = await lesson()
    await app.ok(work.hand, written(place), ann.token)
    app.clock.advance(60)
    await app.ok(work.hand, written(place), bob.token)
    const first = (await next({ fileId: place.fileId }))!
    const second = (await next({ fileId: place.fileId, after: first.id }))!
    expect([first.realName, second.userName, second.waiting]).toEqual(['安安', 'bob', 2])
    expect((await next({ fileId: place.fileId, after: second.id }))?.id).toBe(first.id)
    await app.ok(work.mark, { id: second.id, version: second.version, score: 60 }, desk.token)
    expect(await next({ fileId: place.fileId, after: first.id })).toBeNull()
  })

  test('gets a spreadsheet of the choice', async () => {
    const place = await lesson()
    await app.ok(work.hand, written(place), ann.token)
    const reply = await app.http.inject({
      method: 'POST',
      url: work.export.path,
      headers: { token: desk.token },
      payload: { fileId: place.fileId },
    })
    expect([reply.statusCode, reply.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  })
})

describe('files', () => {
  test('of hand-ins are deleted after the days of captures; text and mark stay', async () => {
    const place = await lesson()
    await app.ok(work.hand, written(place, { files: [await send(ann)] }), ann.token)
    const url = plainAddress((await detail(place, ann)).hands[0]!.files[0]!.fileUrl)
    expect(await deleteOldHandFiles(app.app)).toBe(0)
    await app.db
      .updateTable('courseWorkFile')
      .set({ createTime: new Date('2020-01-01') })
      .where('fileUrl', '=', url)
      .execute()
    expect(await deleteOldHandFiles(app.app)).toBe(1)
    expect(await app.db.selectFrom('commonFile').where('url', '=', url).select('id').executeTakeFirst()).toBeUndefined()
    expect((await detail(place, ann)).hands[0]).toMatchObject({ content: '我的答案', files: [] })
  })

  test('of an assignment are kept when its form sends them back', async () => {
    const { data } = await app.upload(file.upload, pdf, '模板.pdf', { scene: 'course' }, admin)
    const place = await lesson()
    await app.ok(work.save, { ...sampleWork, id: place.fileId, attachments: [{ title: '模板', fileUrl: data.url }] }, admin)
    const [attachment] = (await app.ok(work.setting, { id: place.fileId }, admin)).attachments
    await app.ok(work.save, { ...sampleWork, id: place.fileId, attachments: [attachment!] }, admin)
    expect((await detail(place, ann)).attachments).toMatchObject([{ title: '模板', fileType: 'application/pdf' }])
    expect((await app.call(work.save, { ...sampleWork, id: place.fileId, version: 1 }, admin)).code).toBe(code('conflict'))
  })
})
