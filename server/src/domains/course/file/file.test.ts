// The library of course files: upload, search, protection from deletion, and download.
import { file as files } from '@shuyuan/contract/common/file.ts'
import { courseFile, CourseFileType, CourseFileState, CourseFileUse } from '@shuyuan/contract/course/file/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { plainAddress } from '../../../kernel/files/signed-file.ts'
import { makeCourse, makeFile } from '../course.factory.ts'

const { app, teacher } = await startWith('teacher')
await makeUser(app.db, { userName: 'dora', roleType: RoleType.staff, roles: ['部门管理员'] })
const learner = await app.enrol({ userName: 'lee' })

const heads: Record<string, string> = {
  mp4: '0000002066747970',
  webm: '1a45dfa3',
  mp3: '494433',
  m4a: '0000002066747970',
  wav: '524946460000000057415645',
  pdf: '255044462d',
  docx: '504b0304',
  ppt: 'd0cf11e0a1b11ae1',
  zip: '504b0304',
}
const bytesOf = (ending: string, length = 64) => Buffer.concat([Buffer.from(heads[ending] ?? '', 'hex'), Buffer.alloc(length, 7)])
const send = async (name: string, token = teacher.token, scene = 'course') =>
  app.upload(files.upload, bytesOf(name.split('.').at(-1) ?? ''), name, { scene }, token)
const urlOf = async (name: string) => (await send(name)).data.url
const detail = async (id: string) => {
  const file = await app.ok(courseFile.detail, { id }, teacher)
  return { ...file, fileUrl: plainAddress(file.fileUrl), viewUrl: plainAddress(file.viewUrl) }
}
const titles = async (params: NonNullable<Parameters<typeof app.ok<typeof courseFile.paging>>[1]['params']>) =>
  (await app.ok(courseFile.paging, { size: 100, params }, teacher)).records.map((one) => one.title)

describe('the content decides the kind', () => {
  test.each([
    ['疏散演练.mp4', CourseFileType.video, '视频'],
    ['疏散演练.webm', CourseFileType.video, '视频'],
    ['警铃.mp3', CourseFileType.audio, '音频'],
    ['警铃.m4a', CourseFileType.audio, '音频'],
    ['警铃.wav', CourseFileType.audio, '音频'],
    ['手册.pdf', CourseFileType.pdf, 'PDF 文档'],
    ['手册.docx', CourseFileType.other, '其他文件'],
    ['讲稿.ppt', CourseFileType.other, '其他文件'],
    ['附件.zip', CourseFileType.other, '其他文件'],
  ])('%s', async (fileName, fileType, words) => {
    const fileUrl = await urlOf(fileName)
    const { id } = await app.ok(courseFile.save, { title: '课件', fileUrl, duration: 95 }, teacher)
    const isMedia = fileType === CourseFileType.video || fileType === CourseFileType.audio
    expect(await detail(id)).toMatchObject({
      fileName,
      fileType,
      fileType_dictText: words,
      fileSize: bytesOf(fileName.split('.').at(-1) ?? '').length,
      // a length is read by the server (transcode.test.ts)
      duration: 0,
      viewUrl: fileType === CourseFileType.pdf ? plainAddress(fileUrl) : '',
      fileUrl: plainAddress(fileUrl),
      state: isMedia ? CourseFileState.converting : CourseFileState.ready,
      enabled: true,
      courses: [],
    })
  })

  test('a replaced upload changes kind and name, and keeps the id', async () => {
    const { id } = await app.ok(courseFile.save, { title: '手册', fileUrl: await urlOf('旧.pdf') }, teacher)
    const fileUrl = await urlOf('新.mp4')
    expect(await app.ok(courseFile.save, { id, title: '手册（视频）', fileUrl, duration: 30 }, teacher)).toMatchObject({ id })
    expect(await detail(id)).toMatchObject({
      title: '手册（视频）',
      fileName: '新.mp4',
      fileType: CourseFileType.video,
      viewUrl: '',
      state: CourseFileState.converting,
    })
  })
})

describe('refused', () => {
  const refused = async (more: object) =>
    (await app.call(courseFile.save, { title: '课件', fileUrl: await urlOf('a.pdf'), ...more }, teacher)).fields[0]
  test('an address without an upload', async () => {
    for (const fileUrl of ['/files/202611/00000000000000000000000000000000.pdf', 'https://elsewhere.example/a.mp4', '/etc/passwd'])
      expect(await refused({ fileUrl })).toEqual({ field: 'fileUrl', msg: '文件不存在，请重新上传课件文件' })
  })
  test('no file, no name, an unknown category, a length beyond a day', async () => {
    expect(await refused({ fileUrl: '' })).toEqual({ field: 'fileUrl', msg: '请上传课件文件' })
    expect(await refused({ title: ' ' })).toEqual({ field: 'title', msg: '请填写课件名称' })
    expect(await refused({ catId: '4711' })).toEqual({ field: 'catId', msg: '课件分类不存在，请重新选择' })
    expect((await refused({ duration: 86_401 }))?.field).toBe('duration')
    expect((await refused({ duration: -1 }))?.field).toBe('duration')
  })
  test('a deleted file', async () => {
    expect((await app.call(courseFile.save, { id: '999999', title: '无', fileUrl: await urlOf('a.pdf') }, teacher)).code).toBe(
      errors.notFound[0],
    )
    expect((await app.call(courseFile.detail, { id: '999999' }, teacher)).code).toBe(errors.notFound[0])
  })
  test('an executable named lesson, and a lesson uploaded by a learner', async () => {
    expect((await app.upload(files.upload, Buffer.from('MZ'), 'a.exe', { scene: 'course' }, teacher)).code).toBe(errors.fileKind[0])
    expect((await send('a.mp4', learner.token)).code).toBe(errors.forbidden[0])
    expect((await send('a.mp4', (await app.as('dora')).token)).code).toBe(errors.forbidden[0])
  })
  test('an unknown column to sort by', async () => {
    const orders = [{ column: 'password', asc: true }]
    expect((await app.call(courseFile.paging, { orders }, teacher)).fields[0]?.field).toBe('orders')
  })
})

test('only roles with the permission see and change the library', async () => {
  for (const { token } of [learner, await app.as('dora')]) {
    expect((await app.call(courseFile.paging, {}, token)).code).toBe(errors.forbidden[0])
    expect((await app.call(courseFile.save, { title: '课件', fileUrl: '/files/x' }, token)).code).toBe(errors.forbidden[0])
    expect((await app.call(courseFile.delete, { ids: ['1'] }, token)).code).toBe(errors.forbidden[0])
    expect((await app.call(courseFile.state, { ids: ['1'], state: CourseFileUse.disabled }, token)).code).toBe(errors.forbidden[0])
  }
})

test('the list is searched by a part of a Chinese name, category with branches, kind, use', async () => {
  const make = (title: string, catId: string, name: string) =>
    makeFile(app.ctx(), bytesOf(name), `x.${name}`, { title, catId, duration: 9 })
  const fire = await make('灭火器的使用方法', '1001', 'mp4')
  const guard = await make('灭火器的检查表', '10', 'pdf')
  const food = await make('后厨的100%_检查', '2001', 'pdf')
  expect(await titles({ title: '灭火器' })).toEqual(['灭火器的检查表', '灭火器的使用方法'])
  expect(await titles({ title: '100%_' })).toEqual(['后厨的100%_检查'])
  expect(await titles({ catId: '10' })).toEqual(['灭火器的检查表', '灭火器的使用方法'])
  expect(await titles({ catId: '1001' })).toEqual(['灭火器的使用方法'])
  expect(await titles({ catId: '4711' })).toEqual([])
  expect(await titles({ title: '检查', fileType: CourseFileType.pdf, state: CourseFileState.ready })).toEqual([
    '后厨的100%_检查',
    '灭火器的检查表',
  ])
  expect(await titles({ title: '灭火器', excludes: [guard] })).toEqual(['灭火器的使用方法'])
  await app.ok(courseFile.state, { ids: [fire, food], state: CourseFileUse.disabled }, teacher)
  expect(await titles({ title: '灭火器', enabled: true })).toEqual(['灭火器的检查表'])
  expect(await titles({ title: '灭火器', enabled: false })).toEqual(['灭火器的使用方法'])
  expect(await detail(fire)).toMatchObject({ enabled: false, state: CourseFileState.ready, catId_dictText: '消防安全' })
  await app.ok(courseFile.state, { ids: [fire], state: CourseFileUse.enabled }, teacher)
  expect(await detail(fire)).toMatchObject({ enabled: true, state: CourseFileState.ready })
  const sorted = await app.ok(courseFile.paging, { params: { title: '灭火器' }, orders: [{ column: 'title', asc: false }] }, teacher)
  expect(sorted.records[0]?.title).toBe('灭火器的检查表')
})

test('a file in a course cannot be deleted, and the refusal names the course; nor can a file with learning records', async () => {
  const [held, loose, learnt] = [
    await makeFile(app.ctx(), bytesOf('pdf'), 'a.pdf', { title: '疏散须知' }),
    await makeFile(app.ctx(), bytesOf('pdf'), 'b.pdf', { title: '无人使用' }),
    await makeFile(app.ctx(), bytesOf('pdf'), 'c.pdf', { title: '学过的' }),
  ]
  const courseId = await makeCourse(app.ctx(), { title: '消防安全基础', files: [{ fileId: held }, { fileId: learnt }] })
  expect((await detail(held)).courses).toEqual([{ id: courseId, title: '消防安全基础' }])
  expect(await app.call(courseFile.delete, { ids: [loose, held] }, teacher)).toMatchObject({
    code: errors.courseFileInUse[0],
    msg: '课件“疏散须知”已被课程“消防安全基础”使用，不能删除',
    data: { holders: [{ kind: 'course', id: courseId, title: '消防安全基础' }] },
  })
  expect((await detail(loose)).title).toBe('无人使用')
  const now = app.clock.now()
  await app.db
    .insertInto('courseFileLearn')
    .values({ courseId, fileId: learnt, userId: learner.id, createTime: now, updateTime: now })
    .execute()
  await app.db.deleteFrom('courseItem').where('fileId', '=', learnt).execute()
  expect(await app.call(courseFile.delete, { ids: [learnt] }, teacher)).toMatchObject({
    code: errors.courseFileLearnt[0],
    msg: '课件已有学习记录，不能删除，请改为停用',
  })
  await app.ok(courseFile.delete, { ids: [loose] }, teacher)
  expect((await app.call(courseFile.detail, { id: loose }, teacher)).code).toBe(errors.notFound[0])
})

describe('served', () => {
  test.each(['mp4', 'webm', 'mp3', 'm4a', 'wav', 'pdf'])('%s by range requests, so that players can seek', async (ending) => {
    const url = await urlOf(`a.${ending}`)
    const whole = bytesOf(ending)
    const all = await app.http.inject({ url })
    expect(all.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(whole.length) })
    expect(all.headers).not.toHaveProperty('content-disposition')
    const part = await app.http.inject({ url, headers: { range: 'bytes=4-11', 'accept-encoding': 'gzip' } })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 4-11/${whole.length}`)
    expect(part.rawPayload.equals(whole.subarray(4, 12))).toBe(true)
    const end = await app.http.inject({ url, headers: { range: `bytes=${whole.length - 3}-` } })
    expect(end.rawPayload).toHaveLength(3)
    const beyond = await app.http.inject({ url, headers: { range: `bytes=${whole.length}-` } })
    expect(beyond.statusCode).toBe(416)
  })

  test('a PDF may be shown by the browser; other files are only downloaded and cannot run scripts', async () => {
    const pdf = await app.http.inject({ url: await urlOf('a.pdf') })
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.headers['content-security-policy']).not.toMatch(/sandbox|script-src/)
    expect(pdf.headers['content-security-policy']).toContain("default-src 'none'")
    const word = await app.http.inject({ url: await urlOf('a.docx') })
    expect(word.headers).toMatchObject({ 'content-disposition': 'attachment', 'x-content-type-options': 'nosniff' })
    expect(word.headers['content-security-policy']).toContain('sandbox')
  })
})

test('the type of a file is filtered by its code, also as text', async () => {
  const params = { fileType: String(CourseFileType.video) } as never
  expect((await app.call(courseFile.paging, { current: 1, size: 10, params }, teacher)).code).toBe(0)
  expect((await app.call(courseFile.paging, { current: 1, size: 10, params: { fileType: 'video' } }, teacher)).code).not.toBe(0)
})
