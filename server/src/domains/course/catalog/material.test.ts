// Attachments and notices of a course: rights to edit and download them.
import { file as files } from '@shuyuan/contract/common/file.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { plainAddress } from '../../../kernel/files/signed-file.ts'
import { makeFile } from '../course.factory.ts'

const { app, teacher, admin } = await startWith('teacher')
const learner = await app.enrol({ userName: 'lee' })
const pdf = Buffer.from('%PDF-1.7 handout')
const lesson = await makeFile(app.ctx(), pdf, 'a.pdf', { title: '须知' })
const upload = async (scene = 'course', token = teacher.token) =>
  (await app.upload(files.upload, pdf, '讲义.pdf', { scene }, token)).data.url

type Form = Body<typeof course.save>
const form = (more: Partial<Form> = {}): Form => ({
  title: '消防安全',
  openType: OpenType.all,
  required: false,
  startTime: null,
  endTime: null,
  videoDrag: true,
  dragFinished: false,
  sequential: false,
  files: [{ fileId: lesson, required: true, minSec: 0 }],
  ...more,
})
const save = async (more: Partial<Form> = {}) => (await app.ok(course.save, form(more), teacher)).id
const shown = (id: string) => app.ok(course.detail, { id }, learner)
const status = async (url: string) => (await app.http.inject({ url })).statusCode

test('attachments are downloaded by signed addresses, which a learner has who may learn the course', async () => {
  const fileUrl = await upload()
  const id = await save({ attachments: [{ title: '讲义', fileUrl }] })
  const [attachment] = (await shown(id)).attachments
  expect(attachment).toMatchObject({ title: '讲义', fileSize: pdf.length })
  expect(await status(attachment!.fileUrl)).toBe(200)
  expect(await status(plainAddress(attachment!.fileUrl))).toBe(404)

  const closed = await save({ attachments: [{ title: '讲义', fileUrl }], endTime: '2020-01-01 00:00:00' })
  expect((await shown(closed)).attachments).toMatchObject([{ title: '讲义', fileUrl: '' }])
  const others = await save({ attachments: [{ title: '讲义', fileUrl }], openType: OpenType.persons, userIds: [teacher.id] })
  expect((await app.call(course.detail, { id: others }, learner)).code).toBe(errors.notFound[0])
})

test('an upload that was sent as a public one becomes private', async () => {
  const id = await save({ attachments: [{ title: '讲义', fileUrl: await upload('attachment') }] })
  await expect
    .poll(async () => {
      const { fileUrl } = (await shown(id)).attachments[0]!
      return [await status(fileUrl), await status(plainAddress(fileUrl))]
    })
    .toEqual([200, 404])
})

test('another editor may save the attachments as they were read; an unknown address is refused', async () => {
  const id = await save({ attachments: [{ title: '讲义', fileUrl: await upload() }], notices: [{ title: '改期', content: '' }] })
  const stored = await app.ok(course['admin/detail'], { id }, admin)
  await app.ok(course.save, form({ id, attachments: stored.attachments, notices: stored.notices }), admin)
  expect((await shown(id)).attachments).toHaveLength(1)
  const gone = await app.call(course.save, form({ attachments: [{ title: '讲义', fileUrl: '/files/202601/none.pdf' }] }), teacher)
  expect(gone).toMatchObject({ data: { fields: [{ field: 'attachments', key: 'attachmentGone' }] } })
})

test('notices are cleaned, listed latest first, and keep their time; a list that is not sent stays', async () => {
  const id = await save({ notices: [{ title: '开课', content: '<p onclick="x()">周一</p><script>1</script>' }] })
  const [first] = (await shown(id)).notices
  expect(first).toMatchObject({ title: '开课', content: '<p>周一</p>' })
  app.clock.advance(60)
  await app.ok(
    course.save,
    form({
      id,
      notices: [
        { title: '改期', content: '' },
        { ...first!, title: '开课了' },
      ],
    }),
    teacher,
  )
  await app.ok(course.save, form({ id }), teacher)
  const { notices } = await shown(id)
  expect(notices.map((one) => one.title)).toEqual(['改期', '开课了'])
  expect(notices[1]).toMatchObject({ id: first!.id, createTime: first!.createTime })
  await app.ok(course.save, form({ id, notices: [] }), teacher)
  expect((await shown(id)).notices).toEqual([])
})

test('a notice of another course is refused', async () => {
  const other = await save({ notices: [{ title: '开课', content: '' }] })
  const [notice] = (await shown(other)).notices
  const answer = await app.call(course.save, form({ notices: [notice!] }), teacher)
  expect(answer).toMatchObject({ data: { fields: [{ field: 'notices', key: 'courseNoticeGone' }] } })
  expect((await shown(other)).notices).toHaveLength(1)
})

test('learners may not send files for courses', async () => {
  const answer = await app.upload(files.upload, pdf, '讲义.pdf', { scene: 'course' }, learner.token)
  expect(answer.code).toBe(errors.forbidden[0])
})
