// Captions of a video: who changes them, what is refused at which field, and who gets them.
import { user as own } from '@shuyuan/contract/account/user.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { caption, MOST_CAPTIONS } from '@shuyuan/contract/course/file/caption.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeCourse, makeFile } from '../course.factory.ts'

const { app, teacher } = await startWith('teacher')
const [learner, other] = [await app.enrol({ userName: 'lee' }), await app.enrol({ userName: 'ann' })]
const film = Buffer.concat([Buffer.from('0000002066747970', 'hex'), Buffer.alloc(64, 7)])
const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\n请戴安全帽\n'
const srt = '1\n00:00:01,000 --> 00:00:02,000\nWear a helmet\n'

const makeVideo = () => makeFile(app.ctx(), film, 'a.mp4', { title: '进场', duration: 60 })
type Form = Body<typeof caption.save>
const form = (fileId: string, more: Partial<Form> = {}): Form => ({ fileId, language: 'zh', label: '中文', content: vtt, ...more })
const save = async (fileId: string, more: Partial<Form> = {}) => (await app.ok(caption.save, form(fileId, more), teacher)).id
const refused = async (fileId: string, more: Partial<Form>) => (await app.call(caption.save, form(fileId, more), teacher)).fields[0]
const stored = async (id: string) => (await app.ok(courseFile.detail, { id }, teacher)).captions
const get = (url: string) => app.http.inject({ url })

test('several languages of one video, one of them the default; SRT arrives as WebVTT', async () => {
  const fileId = await makeVideo()
  await save(fileId)
  const english = await save(fileId, { language: 'EN-us', label: 'English', content: srt, isDefault: true })
  expect(await stored(fileId)).toMatchObject([
    { id: english, language: 'en-US', label: 'English', isDefault: true, cues: 1 },
    { language: 'zh', label: '中文', isDefault: false },
  ])
  const read = await get((await stored(fileId))[0]!.url)
  expect(read.headers).toMatchObject({ 'content-type': 'text/vtt; charset=utf-8', 'x-content-type-options': 'nosniff' })
  expect(read.body).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nWear a helmet\n')

  // the default goes to another one; without a text the stored one stays
  const chinese = (await stored(fileId))[1]!
  await app.ok(caption.save, { id: chinese.id, fileId, language: 'zh', label: '简体中文', isDefault: true }, teacher)
  expect(await stored(fileId)).toMatchObject([
    { id: chinese.id, label: '简体中文', isDefault: true, cues: 1 },
    { id: english, isDefault: false },
  ])
  await app.ok(caption.delete, { ids: [english] }, teacher)
  expect(await stored(fileId)).toHaveLength(1)
})

test('what is wrong is said at its field', async () => {
  const fileId = await makeVideo()
  await save(fileId)
  const line = { field: 'content', msg: '第3行“00:01 --> ”：不是时间，应写作 00:00:01.000 --> 00:00:04.000' }
  expect(await refused(fileId, { language: 'en', content: 'WEBVTT\n\n00:01 --> \n你好' })).toMatchObject(line)
  expect(await refused(fileId, { language: 'en', content: ' ' })).toMatchObject({ field: 'content', msg: '请选择字幕文件' })
  const { content: _none, ...bare } = form(fileId, { language: 'en' })
  expect((await app.call(caption.save, bare, teacher)).fields[0]).toMatchObject({ field: 'content', msg: '请选择字幕文件' })
  expect(await refused(fileId, { language: 'en', content: 'a'.repeat(2_000_001) })).toMatchObject({ field: 'content', msg: '字幕文件过大' })
  expect(await refused(fileId, { language: 'ZH' })).toMatchObject({ field: 'language', msg: '该课件已有语言为“zh”的字幕' })
  for (const language of ['中文', 'e', 'en-1', 'english please'])
    expect(await refused(fileId, { language })).toMatchObject({ field: 'language', msg: '语言代码应写作 zh、en 或 zh-Hant' })
  expect(await refused(fileId, { label: ' ' })).toMatchObject({ field: 'label', msg: '请填写字幕名称' })
  const pdf = await makeFile(app.ctx(), Buffer.from('%PDF-1.7'), 'a.pdf', { title: '须知' })
  expect(await refused(pdf, {})).toMatchObject({ field: 'fileId', msg: '只有视频可以添加字幕' })
  expect((await app.call(caption.save, form('999999'), teacher)).code).toBe(errors.notFound[0])
  const elsewhere = await makeVideo()
  expect((await app.call(caption.save, form(elsewhere, { id: (await stored(fileId))[0]!.id }), teacher)).code).toBe(errors.notFound[0])
  const letters = 'abcdefghijklmnopqrst'
  for (const letter of letters.slice(1)) await save(fileId, { language: `x${letter}` })
  expect(await refused(fileId, { language: 'yy' })).toMatchObject({ field: 'language', msg: `一个课件最多${MOST_CAPTIONS}种语言的字幕` })
})

test('only roles that may change files change captions', async () => {
  const fileId = await makeVideo()
  const id = await save(fileId)
  expect((await app.call(caption.save, form(fileId, { language: 'en' }), learner)).code).toBe(errors.forbidden[0])
  expect((await app.call(caption.delete, { ids: [id] }, learner)).code).toBe(errors.forbidden[0])
  expect(await stored(fileId)).toHaveLength(1)
})

test('who may learn the file gets them by an address of their own, which no other person can use and which ends', async () => {
  const fileId = await makeVideo()
  await save(fileId, { isDefault: true })
  const open = { openType: OpenType.persons, userIds: [learner.id] }
  const courseId = await makeCourse(app.ctx(), { title: '进场', files: [{ fileId }], ...open })
  const captionsOf = async (id = courseId) => (await app.ok(course.detail, { id }, learner)).files[0]!.captions
  const [shown] = await captionsOf()
  expect(shown).toMatchObject({ language: 'zh', label: '中文', isDefault: true })
  const { url } = shown!
  expect((await get(url)).statusCode).toBe(200)
  expect((await app.call(course.detail, { id: courseId }, other)).code).toBe(errors.notFound[0])
  expect((await get(url.replace(`/${learner.id}/`, `/${other.id}/`))).statusCode).toBe(404)
  expect((await get(url.replace(/caption\/\d+/, `caption/${await save(await makeVideo())}`))).statusCode).toBe(404)
  expect((await get(`${url}x`)).statusCode).toBe(404)

  const closed = await makeCourse(app.ctx(), { files: [{ fileId }], endTime: new Date('2020-01-01') })
  expect(await captionsOf(closed)).toEqual([])
  const pdf = await makeFile(app.ctx(), Buffer.from('%PDF-1.7'), 'a.pdf', { title: '先读' })
  const ordered = await makeCourse(app.ctx(), { files: [{ fileId: pdf }, { fileId }], sequential: true })
  expect((await app.ok(course.detail, { id: ordered }, learner)).files.map((one) => one.captions)).toEqual([[], []])

  await app.ok(own.logout, {}, learner)
  expect((await get(url)).statusCode).toBe(404)
})

test('they are deleted with their file, and the log keeps no more of a text than of other long values', async () => {
  const fileId = await makeVideo()
  const id = await save(fileId, { content: `${vtt}${'长'.repeat(3_000)}` })
  const [logged] = await app.db
    .selectFrom('sysLog')
    .where('path', '=', caption.save.path)
    .orderBy('id', 'desc')
    .limit(1)
    .select('input')
    .execute()
  expect(JSON.stringify(logged).length).toBeLessThan(2_400)
  await app.ok(courseFile.delete, { ids: [fileId] }, teacher)
  expect(await app.db.selectFrom('courseCaption').where('id', '=', id).select('id').execute()).toEqual([])
})
