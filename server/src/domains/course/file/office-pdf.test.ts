// Documents of office programs as PDF. A script stands in for LibreOffice: it makes a PDF of files that begin with PK.
import { file as files } from '@shuyuan/contract/common/file.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile, CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { access, chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startWithEnv } from '../../../../test/people.ts'
import { makePackage } from '../../../../test/scorm-package.ts'
import { canUnshare, withoutNetwork } from '../../../kernel/files/no-network.ts'
import { plainAddress } from '../../../kernel/files/signed-file.ts'
import { drainTasks } from '../../common/task.service.ts'
import { makeCourse } from '../course.factory.ts'
import { subjectOf } from './media-queue.service.ts'
import { sweepRenditions } from './media-task.service.ts'

const folder = await mkdtemp(join(tmpdir(), 'stand-in-'))
afterAll(() => rm(folder, { recursive: true }))
const program = `#!/bin/sh
[ "$1" = --version ] && echo 'LibreOffice 24.8.1.2 480(Build:2)' && exit 0
while [ $# -gt 1 ]; do
  case "$1" in --convert-to) format="$2"; shift;; --outdir) out="$2"; shift;; esac
  shift
done
tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' ' > "${folder}/interfaces"
cp profile/user/registrymodifications.xcu "${folder}/profile"
if [ -e "${folder}/wait" ]; then
  touch "${folder}/waiting"
  while [ -e "${folder}/wait" ]; do sleep 0.05; done
fi
[ "$(head -c 2 "$1")" = PK ] && [ "$format" = pdf ] && printf '%%PDF-1.7 made' > "$out/input.pdf"
exit 0
`
const soffice = join(folder, 'soffice')
await writeFile(soffice, program)
await chmod(soffice, 0o755)

const { app, teacher, admin, ann } = await startWithEnv({ LIBREOFFICE: soffice }, 'teacher', 'ann')
const readable = Buffer.from('PK\u0003\u0004 slides')
const broken = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const PDF_NAME = /^\/files\/media\/[\da-f]{32}\/document\.pdf$/

const upload = async (name: string, bytes: Buffer) =>
  (await app.upload(files.upload, bytes, name, { scene: 'course' }, teacher.token)).data.url
async function saved(name: string, bytes: Buffer, id?: string) {
  const { id: fileId } = await app.ok(courseFile.save, { id, title: '讲稿', fileUrl: await upload(name, bytes) }, teacher)
  return fileId
}
const detail = (id: string) => app.ok(courseFile.detail, { id }, teacher)
async function withoutOffice(act: () => Promise<void>) {
  await rename(soffice, `${soffice}.away`)
  await act().finally(() => rename(`${soffice}.away`, soffice))
}

/** Saves while LibreOffice works on something. */
async function saveDuring(save: () => Promise<unknown>) {
  await writeFile(join(folder, 'wait'), '')
  return vi
    .waitFor(() => access(join(folder, 'waiting')))
    .then(save)
    .finally(() => rm(join(folder, 'wait')))
}

test('a document becomes a PDF, which learners get in place of the upload', async () => {
  const id = await saved('讲稿.pptx', readable)
  expect(await detail(id)).toMatchObject({ state: CourseFileState.converting, fileType: CourseFileType.other })
  await drainTasks(app.app)
  const found = await detail(id)
  expect(found).toMatchObject({
    state: CourseFileState.ready,
    fileType: CourseFileType.pdf,
    rendition: 'pdf',
    fileName: '讲稿.pptx',
    error: '',
  })
  expect(plainAddress(found.viewUrl)).toMatch(PDF_NAME)
  expect((await app.http.inject({ url: found.viewUrl })).body).toBe('%PDF-1.7 made')
  const courseId = await makeCourse(app.ctx(), { files: [{ fileId: id }] })
  const [shown] = (await app.ok(course.detail, { id: courseId }, ann)).files
  expect(shown).toMatchObject({ fileType: CourseFileType.pdf })
  expect([shown?.viewUrl, shown?.fileUrl].map((one) => plainAddress(one ?? ''))).toEqual(Array(2).fill(plainAddress(found.viewUrl)))
  const reply = await app.http.inject({ url: shown?.viewUrl ?? '' })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
})

test('a new title keeps the PDF; a new upload replaces it', async () => {
  const id = await saved('手册.docx', readable)
  await drainTasks(app.app)
  const before = await detail(id)
  await app.ok(courseFile.save, { id, title: '新手册', fileUrl: plainAddress(before.fileUrl) }, teacher)
  const after = await detail(id)
  expect([after.title, after.state, plainAddress(after.viewUrl)]).toEqual(['新手册', CourseFileState.ready, plainAddress(before.viewUrl)])
  await saved('附件.zip', readable, id)
  expect(await detail(id)).toMatchObject({ fileType: CourseFileType.other, state: CourseFileState.ready, viewUrl: '', rendition: '' })
  expect(await sweepRenditions(app.app)).toBe(0)
})

test('what LibreOffice cannot convert stays a download, with the reason', async () => {
  const id = await saved('讲稿.ppt', broken)
  await drainTasks(app.app)
  expect(await detail(id)).toMatchObject({
    state: CourseFileState.ready,
    fileType: CourseFileType.other,
    viewUrl: '',
    error: 'LibreOffice 不能把这个文件转换为 PDF',
  })
})

test('an upload that replaces another one before its task runs is converted', async () => {
  const id = await saved('旧.ppt', broken)
  await saved('新.xlsx', readable, id)
  await drainTasks(app.app)
  expect(await detail(id)).toMatchObject({ fileName: '新.xlsx', fileType: CourseFileType.pdf, state: CourseFileState.ready })
})

test('without LibreOffice it is a download at once, and is converted by hand later', async () => {
  let id = ''
  await withoutOffice(async () => {
    id = await saved('讲稿.pptx', readable)
    expect(await detail(id)).toMatchObject({ state: CourseFileState.ready, fileType: CourseFileType.other, error: '' })
    expect(await app.call(courseFile.transcode, { ids: [id] }, teacher)).toMatchObject({
      code: errors.transcodeMissing[0],
      msg: '服务器没有 LibreOffice，文档不能转换为 PDF',
    })
    expect(await app.ok(courseFile.encoder, {}, admin)).toMatchObject({ office: '' })
  })
  expect(await app.ok(courseFile.encoder, {}, admin)).toMatchObject({ office: 'LibreOffice 24.8.1.2' })
  await app.ok(courseFile.transcode, { ids: [id] }, teacher)
  await drainTasks(app.app)
  expect(await detail(id)).toMatchObject({ state: CourseFileState.ready, fileType: CourseFileType.pdf })
})

test('LibreOffice sees no network where the machine allows that, and a profile that leads nowhere', async () => {
  await saved('讲稿.pptx', readable)
  await drainTasks(app.app)
  const interfaces = (await readFile(join(folder, 'interfaces'), 'utf8')).split('\n').filter((name) => name !== '')
  expect((await canUnshare()) ? interfaces : ['lo']).toEqual(['lo'])
  const profile = await readFile(join(folder, 'profile'), 'utf8')
  expect(profile).toContain('<prop oor:name="ooInetHTTPSProxyName" oor:op="fuse"><value>127.0.0.1</value>')
  expect(profile).toContain('<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value>')
  expect(await withoutNetwork('/opt/soffice', ['--version'], '/nowhere')).toEqual(['/opt/soffice', ['--version']])
})

describe('an upload that replaced one of another kind is not forgotten', () => {
  const notFilm = Buffer.concat([Buffer.from('\0\0\0\u0018ftypmp42', 'latin1'), Buffer.alloc(2_000, 255)])
  const later = Buffer.from('PK\u0003\u0004 later')

  test('a film by a document, before its task runs', async () => {
    const id = await saved('坏.mp4', notFilm)
    await saved('新.pptx', readable, id)
    await drainTasks(app.app)
    expect(await detail(id)).toMatchObject({ fileName: '新.pptx', fileType: CourseFileType.pdf, state: CourseFileState.ready })
  })

  test('a film by a document, when its task is given up', async () => {
    const id = await saved('坏.mp4', notFilm)
    await saved('新.pptx', readable, id)
    await app.db.updateTable('commonTask').where('subject', '=', subjectOf(id)).set({ attempt: 3 }).execute()
    await drainTasks(app.app)
    expect(await detail(id)).toMatchObject({ fileType: CourseFileType.pdf, state: CourseFileState.ready })
  })

  test('a document by a film, and one by another document while LibreOffice refuses the first', async () => {
    const id = await saved('旧.ppt', broken)
    await saved('坏.mp4', notFilm, id)
    await drainTasks(app.app)
    expect(await detail(id)).toMatchObject({ fileType: CourseFileType.video, state: CourseFileState.failed, error: '文件已损坏，无法读取' })
    const second = await saved('旧.ppt', broken)
    const given = saveDuring(() => saved('新.docx', later, second))
    await drainTasks(app.app)
    await given
    expect(await detail(second)).toMatchObject({ fileName: '新.docx', fileType: CourseFileType.pdf, state: CourseFileState.ready })
  })

  test('a film by a package', async () => {
    const id = await saved('坏.mp4', notFilm)
    await saved('包.zip', Buffer.from(makePackage()), id)
    await drainTasks(app.app)
    expect(await detail(id)).toMatchObject({ error: '', fileType: CourseFileType.scorm, state: CourseFileState.ready })
  })
})
