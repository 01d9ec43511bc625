// SCORM packages on the second host name: what it serves, for whom, and what it does not.
import { file as files } from '@shuyuan/contract/common/file.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { courseScorm } from '@shuyuan/contract/course/scorm/scorm.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { describe, expect, test } from 'vitest'
import { startWithEnv } from '../../../../test/people.ts'
import { makePackage } from '../../../../test/scorm-package.ts'
import { drainTasks } from '../../common/task.service.ts'
import { makeCourse } from '../course.factory.ts'

const HOST = 'content.school.example:8443'
const SITE = 'https://exam.school.example'
const { app, admin, teacher, ann } = await startWithEnv({ CONTENT_HOST: HOST }, 'teacher', 'ann')

const url = (await app.upload(files.upload, makePackage({ files: { 'a.json': '{}' } }), 'a.zip', { scene: 'course' }, teacher.token)).data
  .url
const { id: fileId } = await app.ok(courseFile.save, { title: '消防', fileUrl: url }, teacher)
await drainTasks(app.app)
const courseId = await makeCourse(app.ctx(), { files: [{ fileId }] })

async function open() {
  const headers = { token: ann.token, origin: SITE, host: 'exam.school.example' }
  const reply = await app.http.inject({ method: 'POST', url: courseScorm.open.path, headers, payload: { courseId, fileId } })
  return reply.json<{ data: { url: string; sandbox: string; session: number } }>().data
}
const pathOf = (address: string) => address.slice(`//${HOST}`.length)
const get = (path: string, host: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url: path, headers: { host, accept: 'text/html', ...headers } })
const opened = await open()
const path = pathOf(opened.url)

describe('a package', () => {
  test('is opened at the second host name, as a page of that origin, which only the site shows', async () => {
    expect(opened.url).toMatch(/^\/\/content\.school\.example:8443\/api\/course\/scorm\/play\//)
    expect(opened.sandbox).toContain('allow-same-origin')
    const page = await get(path, HOST)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain('allow-same-origin')
    expect(page.headers['content-security-policy']).toContain(`frame-ancestors 'self' https://${HOST} ${SITE}`)
    expect(page.body).toContain(`"site":"${SITE}"`)
    expect(page.headers['set-cookie']).toBeUndefined()
  })
  test('stands below the page that holds its API', async () => {
    const { body } = await get(path, HOST)
    const [, address = ''] = /,"([^"]+)"\)<\/script>/.exec(body) ?? []
    expect(address).toMatch(/^\/api\/course\/scorm\/play\/[^/]+\/one\.html$/)
    const page = await get(address, HOST)
    expect([page.statusCode, page.body.includes('"commit"'), page.headers['content-security-policy']]).toEqual([
      200,
      false,
      expect.stringContaining(`'self' https://${HOST} data:`),
    ])
  })
  test('sends its last report there', async () => {
    const [, commit = ''] = /"commit":"([^"]+)"/.exec((await get(path, HOST)).body) ?? []
    const payload = JSON.stringify({ session: opened.session, seq: 1, cmi: { 'cmi.suspend_data': 'a' } })
    const headers = { host: HOST, 'content-type': 'text/plain' }
    expect((await app.http.inject({ method: 'POST', url: commit, headers, payload })).json()).toEqual({ result: true, errorCode: 0 })
  })
  test('keeps an origin that is no plain one out of its policy', async () => {
    const headers = { token: ann.token, origin: "https://a.example;script-src'none'", host: 'exam.school.example' }
    const reply = await app.http.inject({ method: 'POST', url: courseScorm.open.path, headers, payload: { courseId, fileId } })
    const { data } = reply.json<{ data: { url: string } }>()
    expect((await get(pathOf(data.url), HOST)).headers['content-security-policy']).not.toContain('a.example')
  })
  test.each([
    ['on the host of the site', path, 'exam.school.example', {}],
    ['with another site in its ticket', path.replace(/~\w{6}/, '~aaaaaa'), HOST, {}],
    ['as a service worker', path.replace(/~runtime\/.*$/, 'a.json'), HOST, { 'service-worker': 'script' }],
  ])('is not served %s', async (_what, address, host, headers) => {
    expect((await get(address, host, headers)).statusCode).toBe(404)
  })
})

describe('the second host name', () => {
  test.each([
    '/',
    '/web/index',
    '/login',
    '/healthz',
    '/files/a.png',
    '/api/course/scorm/play',
    '/api/course/scorm/open',
    '/api/course/scorm/commit/x',
    '//api/course/scorm/play/x',
  ])('answers 404 to %s', async (address) => {
    for (const host of [HOST, 'CONTENT.school.example', 'content.school.example.:80'])
      expect((await get(address, host)).statusCode, host).toBe(404)
  })
  test('answers no call, with a token or without', async () => {
    for (const token of ['', admin.token]) {
      const reply = await app.http.inject({ method: 'POST', url: config.detail.path, headers: { host: HOST, token }, payload: {} })
      expect(reply.statusCode).toBe(404)
    }
  })
  test('may be framed by pages of the site, and is named in the storage settings', async () => {
    expect((await get('/healthz', 'exam.school.example')).headers['content-security-policy']).toContain(`frame-src 'self' ${HOST};`)
    expect(await app.ok(courseFile.encoder, {}, admin)).toMatchObject({ contentHost: HOST })
  })
})
