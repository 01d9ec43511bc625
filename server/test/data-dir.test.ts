// What a server writes below DATA_DIR is closed to other accounts of the machine; only public uploads are open.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { ExportState } from '@shuyuan/contract/kernel/export-state.ts'
import { paperExport } from '@shuyuan/contract/paper/result/export.ts'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeCourse } from '../src/domains/course/course.factory.ts'
import { setUpExam } from '../src/domains/paper/exam-setup.factory.ts'
import { takePaper } from './papers.ts'
import { startWith } from './people.ts'
import { startProcess } from './server-process.ts'

const { app, admin, ann } = await startWith('ann')
const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-modes-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const OTHERS = 0o077

async function modes(): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const { mode } = await stat(path)
    if ((mode & OTHERS) !== 0) found.push(`${relative(dataDir, path)} ${(mode & 0o777).toString(8)}`)
  }
  return found
}

test('no file of papers, courses and people is open to other accounts', { timeout: 120_000 }, async () => {
  const { examId } = await setUpExam(app.ctx(), {}, { single: 1 })
  await takePaper(app, ann, examId)
  const row = { title: '课件', fileType: CourseFileType.video, duration: 100, fileUrl: '/files/course/a' }
  const { id: fileId } = await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()
  const courseId = await makeCourse(app.ctx(), { files: [{ fileId }] })
  const server = await startProcess(app, { DATA_DIR: dataDir })
  const post = async (path: string, body: object | FormData) => {
    const headers = { token: admin.token, ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }) }
    const reply = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers,
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
    return (await reply.json()) as { code: number; data: { state: number }[] }
  }
  expect(await post(paperExport.save.path, { kind: 'sheet', params: { examId } })).toMatchObject({ code: 0 })
  expect(await post(statCourse['export-save'].path, { courseId })).toMatchObject({ code: 0 })
  const picture = new FormData()
  picture.append('file', new Blob([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')]), 'a.png')
  await post('/api/common/file/upload', picture)
  const isDone = async (path: string) => (await post(path, {})).data[0]?.state === ExportState.done
  await expect.poll(() => isDone(paperExport.list.path), { timeout: 60_000 }).toBe(true)
  await expect.poll(() => isDone(statCourse['export-list'].path), { timeout: 60_000 }).toBe(true)
  const written = await readdir(join(dataDir, 'exports'))
  expect(written).toHaveLength(2)
  const open = await modes()
  expect(open.filter((line) => !/^files( |\/)/.test(line))).toEqual([])
  await server.kill()
})
