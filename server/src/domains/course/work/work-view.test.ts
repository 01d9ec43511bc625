// Documents of office programs in hand-ins as PDF. A script stands in for LibreOffice: it makes a PDF of files that begin with PK.
import { file } from '@shuyuan/contract/common/file.ts'
import { courseWork as work } from '@shuyuan/contract/course/work/work.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { access, appendFile, chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { enrolWith, startWithEnv } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { plainAddress } from '../../../kernel/files/signed-file.ts'
import { drainTasks } from '../../common/task.service.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeCourse } from '../course.factory.ts'
import { sweepRenditions } from '../file/media-task.service.ts'
import { makeWork } from './work.factory.ts'
import { deleteOldHandFiles } from './work-file.service.ts'

const folder = await mkdtemp(join(tmpdir(), 'stand-in-'))
afterAll(() => rm(folder, { recursive: true }))
const soffice = join(folder, 'soffice')
const runs = join(folder, 'runs')
await writeFile(
  soffice,
  `#!/bin/sh
[ "$1" = --version ] && echo 'LibreOffice 24.8.1.2 480(Build:2)' && exit 0
echo run >> "${runs}"
while [ $# -gt 1 ]; do
  case "$1" in --outdir) out="$2"; shift;; esac
  shift
done
[ "$(head -c 2 "$1")" = PK ] && printf '%%PDF-1.7 made' > "$out/input.pdf"
exit 0
`,
)
await chmod(soffice, 0o755)
await appendFile(runs, '')

const { app, ann, teacher } = await startWithEnv({ LIBREOFFICE: soffice }, 'ann', 'teacher')
const desk = await enrolWith(app, { userName: 'desk' }, ['course:work'], DataScope.all)
const elsewhere = await enrolWith(
  app,
  { userName: 'elsewhere', deptCode: await makeDepart(app.db, 'A01', '工程部') },
  ['course:work'],
  DataScope.branch,
)
const readable = Buffer.from('PK\u0003\u0004 words')
const broken = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const madeRuns = async () => (await readFile(runs, 'utf8')).split('\n').length - 1

/** Hands in one file. @returns what the desk asks with */
async function handed(name: string, bytes: Buffer) {
  const fileId = await makeWork({ ...app.ctx(), user: { ...app.ctx().user, id: teacher.id } })
  const courseId = await makeCourse(app.ctx(), { files: [{ fileId }] })
  const { data } = await app.upload(file.upload, bytes, name, { scene: 'work' }, ann.token)
  await app.ok(work.hand, { fileId, courseId, tryNo: 1, version: 0, content: '', files: [{ title: name, fileUrl: data.url }] }, ann)
  const [row] = (await app.ok(work.paging, { params: { fileId } }, desk)).records
  const hand = await app.ok(work.next, { id: row!.id }, desk)
  return { id: row!.id, fileUrl: hand!.files[0]!.fileUrl }
}

test('the first look has the document converted, once; the PDF opens for who asked and goes with the file', async () => {
  const asked = await handed('方案.docx', readable)
  const before = await madeRuns()
  const both = await Promise.all([1, 2].map(() => app.ok(work.view, asked, desk)))
  expect(both.map((one) => one.state)).toEqual(['making', 'making'])
  await drainTasks(app.app)
  const { state, viewUrl } = await app.ok(work.view, asked, desk)
  expect([state, await madeRuns()]).toEqual(['ready', before + 1])
  const reply = await app.http.inject({ url: viewUrl })
  expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([200, 'application/pdf', '%PDF-1.7 made'])
  expect((await app.http.inject({ url: plainAddress(viewUrl) })).statusCode).not.toBe(200)
  const stored = join(app.app.storage.privateRoot, plainAddress(viewUrl).slice('/files/'.length))
  const later = { ...app.app, clock: () => new Date(Date.now() + 3 * 86_400_000) }
  await sweepRenditions(later)
  await access(stored)
  await app.db
    .updateTable('courseWorkFile')
    .set({ createTime: new Date('2020-01-01') })
    .where('fileUrl', '=', plainAddress(asked.fileUrl))
    .execute()
  await deleteOldHandFiles(app.app)
  await expect(access(stored)).rejects.toThrow('ENOENT')
  expect((await app.call(work.view, asked, desk)).code).toBe(code('notFound'))
})

test('what LibreOffice cannot convert is said to be a download, and not tried again', async () => {
  const asked = await handed('旧.doc', broken)
  await app.ok(work.view, asked, desk)
  await drainTasks(app.app)
  const before = await madeRuns()
  expect(await app.ok(work.view, asked, desk)).toEqual({ state: 'refused', viewUrl: '' })
  await drainTasks(app.app)
  expect(await madeRuns()).toBe(before)
})

test('without LibreOffice it is a download until there is one', async () => {
  const asked = await handed('表.xlsx', readable)
  await rename(soffice, `${soffice}.away`)
  expect(await app.ok(work.view, asked, desk)).toEqual({ state: 'missing', viewUrl: '' })
  await rename(`${soffice}.away`, soffice)
  expect(await app.ok(work.view, asked, desk)).toEqual({ state: 'making', viewUrl: '' })
  await drainTasks(app.app)
  expect((await app.ok(work.view, asked, desk)).state).toBe('ready')
})

test('nobody has a file converted beyond their reach, nor one of another hand-in', async () => {
  const [asked, other] = [await handed('甲.docx', readable), await handed('乙.docx', readable)]
  expect((await app.call(work.view, asked, elsewhere)).code).toBe(code('notFound'))
  expect((await app.call(work.view, { ...asked, fileUrl: other.fileUrl }, desk)).code).toBe(code('notFound'))
  expect((await app.call(work.view, asked, ann)).code).toBe(code('forbidden'))
})
