// After a run with faces no log line, no row of the audit and no export has a picture, numbers of a face, or what a service answered.
import { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { courseFace } from '@shuyuan/contract/course/face/face.ts'
import { faceTest, sysFace } from '@shuyuan/contract/face/face.ts'
import { log } from '@shuyuan/contract/site/log/log.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { examStat } from '@shuyuan/contract/stat/exam.ts'
import { loginLog } from '@shuyuan/contract/site/log/login-log.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { sysCam } from '@shuyuan/contract/face/cam.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse } from '../src/domains/course/course.factory.ts'
import { enrolWaiting } from '../src/domains/face/library.service.ts'
import { readArchive } from '../src/kernel/archive.ts'
import { faceWorkerOf } from '../src/providers/face/face-local.ts'
import { faceOf } from './faces.ts'
import { logLines } from './log-lines.ts'
import { openNewPaper } from './papers.ts'
import { startWithEnv } from './people.ts'
import { startProviderStub, STUB_ENV } from './provider-stub.ts'

const RAW = 'raw-answer-of-the-vendor'
const { app, ann, admin } = await startWithEnv({ ...STUB_ENV, LOG_LEVEL: 'trace' }, 'ann')
const lines = logLines(app)

const [ann1, dee] = await Promise.all([faceOf('ann1'), faceOf('dee')])
const [own, other] = [ann1.toString('base64'), dee.toString('base64')]
const vendor = await startProviderStub(({ url }) =>
  url.pathname === '/oauth/2.0/token'
    ? { body: { access_token: 't', expires_in: 2_592_000 } }
    : { body: { error_code: 999, error_msg: RAW, result: { face_list: [{ location: { width: 200 }, landmark: RAW }] } } },
)
const baidu = { appId: '1', appKey: 'key', secretKey: 'secret', faceGroup: 'g', liveCheck: false, baseUrl: vendor.url }

beforeAll(async () => {
  await app.ok(configProp.change, { type: 'face', provider: 'local', data: {} }, admin)
  await app.upload(sysFace.save, ann1, 'a.jpg', { userId: ann.id, agreed: '1' }, admin)
})
afterAll(async () => {
  await faceWorkerOf(app.app).close()
  await vendor.close()
})

/** Texts of a downloaded file; a spreadsheet and an archive are opened. */
async function exported(path: string, payload: object): Promise<string[]> {
  const reply = await app.http.inject({ method: 'POST', url: path, headers: { token: admin.token }, payload })
  expect(String(reply.headers['content-type']), `${path} ${reply.body.slice(0, 200)}`).not.toContain('json')
  const bytes = reply.rawPayload
  const isArchive = bytes.subarray(0, 2).toString() === 'PK'
  const inside = isArchive ? [...readArchive(bytes).values()].map((one) => Buffer.from(one).toString('latin1')) : []
  return [bytes.toString('latin1'), ...inside]
}

async function useFaces(): Promise<{ paperId: string; examId: string; courseId: string }> {
  const { id: paperId, examId, session } = await openNewPaper(app, ann, { minutes: 60, captureMinutes: 1 }, { single: 1 })
  const row = { title: '课件', fileType: CourseFileType.video, duration: 100, fileUrl: '/files/course/a', viewUrl: '' }
  const { id: fileId } = await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()
  const courseId = await makeCourse(app.ctx(), { files: [{ fileId }], faceCheck: true, faceInterval: 1, faceChance: 9 })
  for (const base64 of [own, other]) {
    await app.call(capture.save, { paperId, base64 }, ann.token)
    await app.call(courseFace['validate-face'], { courseId, fileId, base64 }, ann.token)
    await app.call(courseFace.save, { courseId, fileId, base64 }, ann.token)
    await app.call(faceTest['face-test'], { one: own, other: base64 }, admin)
    await app.call(user['face-login'], { userName: 'ann', base64 })
    const { key } = await app.ok(sysCam.open, { purpose: 'course' }, ann.token)
    await app.call(sysCam.send, { key, base64 })
    await app.call(sysCam.take, { key }, ann.token)
  }
  // a service that answers with something else than expected
  await app.ok(configProp.change, { type: 'face', provider: 'baidu', data: baidu }, admin)
  await app.call(capture.save, { paperId, base64: own }, ann.token)
  await app.upload(sysFace.save, ann1, 'a.jpg', { userId: ann.id, agreed: '1' }, admin)
  await enrolWaiting(app.app)
  await app.ok(configProp.change, { type: 'face', provider: 'local', data: {} }, admin)
  await enrolWaiting(app.app)
  await app.ok(paper['hand-exam'], { id: paperId, session }, ann.token)
  return { paperId, examId, courseId }
}

test('nothing of a face is in the log, the audit or an export', async () => {
  const { paperId, examId, courseId } = await useFaces()
  const { vector } = await app.db.selectFrom('sysFace').where('id', '=', ann.id).select('vector').executeTakeFirstOrThrow()
  expect(vector).toMatch(/^seal1\./)
  const { rows } = await sql<{
    text: string
  }>`select to_jsonb(l)::text as text from sys_log l union all select to_jsonb(l)::text from sys_login_log l`.execute(app.db)
  const { events } = await app.ok(timeline.list, { paperId }, admin)
  const texts = [
    ...lines,
    ...rows.map((row) => row.text),
    JSON.stringify(events),
    ...(await exported(user.export.path, {})),
    ...(await exported(log.export.path, {})),
    ...(await exported(loginLog.export.path, {})),
    ...(await exported(paper['export-zip'].path, { ids: [paperId] })),
    ...(await exported(examStat.export.path, { examId })),
    ...(await exported(statCourse.export.path, { courseId })),
  ]
  expect(lines.join('')).toContain('the face service refused a request')
  expect(rows.length).toBeGreaterThan(3)
  const bytes = [ann1, dee].map((one) => one.subarray(400, 440).toString('latin1'))
  const forbidden = [own.slice(400, 460), other.slice(400, 460), vector.slice(-60), RAW, ...bytes]
  for (const one of forbidden) expect(texts.filter((text) => text.includes(one)).map((text) => text.slice(0, 120))).toEqual([])
})
