// The picture of a PDF or video that the uploader's browser drew: checked, cut, and the cover of courses without one.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { file as files } from '@shuyuan/contract/common/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeCourse, makeFile } from '../course.factory.ts'

const { app, teacher } = await startWith('teacher')
const learner = await app.enrol({ userName: 'lee' })
const pdf = Buffer.from('%PDF-1.7')
const film = Buffer.concat([Buffer.from('0000002066747970', 'hex'), Buffer.alloc(64, 7)])
const picture = async (background: string, format: 'jpeg' | 'png' | 'gif' = 'jpeg') =>
  (
    await sharp({ create: { width: 600, height: 900, channels: 3, background } })
      .toFormat(format)
      .toBuffer()
  ).toString('base64')
const posterOf = async (id: string) => (await app.ok(courseFile.detail, { id }, teacher)).posterUrl
const save = async (id: string, pictureBase64: string) => app.call(courseFile['save-cover'], { id, pictureBase64 }, teacher)

test('the first page of a PDF is the cover of a course without one, by an address that is signed', async () => {
  const id = await makeFile(app.ctx(), pdf, 'a.pdf', { title: '须知' })
  const courseId = await makeCourse(app.ctx(), { title: '只有文档', files: [{ fileId: id }] })
  const coverOf = async () => (await app.ok(course['user-paging'], {}, learner)).records.find((one) => one.id === courseId)!.cover
  expect(await coverOf()).toBe('')
  expect((await save(id, await picture('red'))).code).toBe(0)
  const cover = await coverOf()
  const shown = await app.http.inject({ url: cover })
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 })
  expect((await app.http.inject({ url: cover.split('?')[0]! })).statusCode).toBe(404)

  // the picture that is there stays; a new upload has none until it is drawn
  expect((await save(id, await picture('blue'))).code).toBe(0)
  expect((await posterOf(id)).split('?')[0]).toBe(cover.split('?')[0])
  const { url } = (await app.upload(files.upload, Buffer.from('%PDF-1.7 new'), 'b.pdf', { scene: 'course' }, teacher.token)).data
  await app.ok(courseFile.save, { id, title: '须知', fileUrl: url }, teacher)
  expect(await posterOf(id)).toBe('')
})

test('a video has the picture of its upload, which a conversion without a picture leaves', async () => {
  const id = await makeFile(app.ctx(), film, 'a.mp4', { title: '进场', duration: 9 })
  expect((await save(id, await picture('green', 'png'))).code).toBe(0)
  expect(await posterOf(id)).toMatch(/^\/files\/media\/[\da-f]{32}\/poster\.jpg\?/)
})

test('what is no picture, other kinds of files, and people who may not change files are refused', async () => {
  const id = await makeFile(app.ctx(), pdf, 'a.pdf', { title: '须知' })
  const refused = { field: 'pictureBase64', msg: '封面不是 JPEG 或 PNG 图片' }
  const cut = (await picture('red', 'png')).slice(0, 200)
  for (const sent of [
    '',
    'hello',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
    await picture('red', 'gif'),
    cut,
  ])
    expect((await save(id, sent)).fields[0]).toMatchObject(refused)
  const other = await makeFile(app.ctx(), Buffer.from('504b0304', 'hex'), 'a.docx', { title: '讲稿' })
  expect((await save(other, await picture('red'))).fields[0]).toMatchObject({ field: 'id', msg: '只有视频和 PDF 有封面' })
  expect((await save('999999', await picture('red'))).code).toBe(errors.notFound[0])
  expect((await app.call(courseFile['save-cover'], { id, pictureBase64: '' }, learner)).code).toBe(errors.forbidden[0])
  expect(await posterOf(id)).toBe('')
})
