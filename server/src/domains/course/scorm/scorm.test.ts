// SCORM packages over HTTP: upload, refusals, playing, reports of several pages, and what finishes the file.
import { bin, BinKind } from '@shuyuan/contract/operation/bin.ts'
import { file as files } from '@shuyuan/contract/common/file.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile, CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { courseScorm, ScormStatus } from '@shuyuan/contract/course/scorm/scorm.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makePackage, manifestOf, type PackageGiven } from '../../../../test/scorm-package.ts'
import type { Person } from '../../../../test/start-app.ts'
import { drainTasks } from '../../common/task.service.ts'
import { endSessions } from '../../session/session.service.ts'
import { makeCourse } from '../course.factory.ts'
import { sweepPackages } from './package.service.ts'

const { app, admin, teacher, ann, bob } = await startWith('teacher', 'ann', 'bob')

const send = async (bytes: Uint8Array, name = 'package.zip') =>
  (await app.upload(files.upload, bytes, name, { scene: 'course' }, teacher.token)).data.url
const save = async (bytes: Uint8Array, id?: string) =>
  app.call(courseFile.save, { ...(id === undefined ? {} : { id }), title: '消防', fileUrl: await send(bytes) }, teacher)
async function made(given: PackageGiven = {}) {
  const { data } = await save(makePackage(given))
  await drainTasks(app.app)
  return data.id
}
const detail = (id: string) => app.ok(courseFile.detail, { id }, teacher)
const trees = () => readdir(join(app.app.storage.privateRoot, 'scorm')).catch(() => [])
const folderOf = async (fileId: string) =>
  (await app.db.selectFrom('courseScormPackage').where('fileId', '=', fileId).select('folder').executeTakeFirst())?.folder

type Place = { courseId: string; fileId: string }
async function lesson(given: PackageGiven = {}, minSec = 0): Promise<Place> {
  const fileId = await made(given)
  return { courseId: await makeCourse(app.ctx(), { files: [{ fileId, minSec }] }), fileId }
}
const open = (place: Place, item?: number, person: Person = ann) =>
  app.ok(courseScorm.open, { ...place, ...(item === undefined ? {} : { item }) }, person)
type Opened = Awaited<ReturnType<typeof open>>
const report = ({ track, session }: Opened, seq: number, cmi: Record<string, string>, person: Person = ann) =>
  app.ok(courseScorm.save, { track, session, seq, cmi }, person)
const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers })
/** The values that the page of an opening begins with. */
async function startOf({ url }: Opened) {
  const { body } = await get(url)
  return JSON.parse(/,(\{.version.*\})\)<\/script>/.exec(body)?.[1] ?? '') as { seq: number; cmi: Record<string, string>; commit: string }
}

describe('an upload', () => {
  test.each(['1.2', '2004'] as const)('of SCORM %s is recognised, unpacked and offered to courses', async (version) => {
    const id = await made({ version, items: [{ id: 'one' }, { id: 'two' }] })
    expect(await detail(id)).toMatchObject({
      fileType: CourseFileType.scorm,
      fileType_dictText: 'SCORM 课件',
      state: CourseFileState.ready,
    })
    const folder = join(app.app.storage.privateRoot, 'scorm', (await folderOf(id)) ?? '')
    expect(existsSync(join(folder, 'two.html'))).toBe(true)
  })

  test('of a folder around the package is taken as well', async () => {
    const id = await made({ folder: '消防/' })
    expect(await detail(id)).toMatchObject({ fileType: CourseFileType.scorm, state: CourseFileState.ready })
  })

  test('without a manifest, or with one of something else, is a download', async () => {
    const other = manifestOf({}).replaceAll(/adlcp|ADL SCORM|1\.2/g, 'x')
    for (const bytes of [makePackage({ manifest: other })]) {
      const { data } = await save(bytes)
      expect(await detail(data.id)).toMatchObject({ fileType: CourseFileType.other, state: CourseFileState.ready })
    }
  })

  test('is told what it asks for and does not get', async () => {
    const notes = async (given: PackageGiven) => (await save(makePackage(given))).data.notes
    const windowed = { 'one.html': '<iframe src="inner.html"></iframe>', 'inner.html': 'x' }
    expect(await notes({})).toEqual([])
    expect(await notes({ files: windowed })).toEqual(['windows'])
    const rules = manifestOf({ version: '2004' }).replace(
      '<title>T</title>',
      '<imsss:sequencing><imsss:controlMode choice="false"/></imsss:sequencing>',
    )
    expect(await notes({ manifest: rules })).toEqual(['rules'])
    expect(await notes({ manifest: '<manifest/>' })).toEqual(['otherManifest'])
    const { windowed: page } = await app.ok(courseScorm.preview, { id: await made({ files: windowed }) }, teacher)
    expect(page).toBe('one.html')
  })

  test('without an organization plays each part that reports', async () => {
    const items = [{ id: 'one' }, { id: 'read', type: 'asset' as const }, { id: 'two' }]
    const manifest = manifestOf({ items }).replace(/<organizations[\s\S]*<\/organizations>/, '<organizations/>')
    const { items: parts } = await app.ok(courseScorm.preview, { id: await made({ items, manifest }) }, teacher)
    expect(parts.map(({ title }) => title)).toEqual(['r-one', 'r-two'])
  })

  const zeros = new Uint8Array(30 * 1024 * 1024)
  const refused: [string, Uint8Array, string][] = [
    ['a name that leads out', makePackage({ files: { '../evil.html': 'x' } }), 'scormNameUnfit'],
    ['an absolute name', makePackage({ files: { '/etc/evil': 'x' } }), 'scormNameUnfit'],
    ['a name that no disk takes', makePackage({ files: { [`${'a'.repeat(300)}.html`]: 'x' } }), 'scormNameUnfit'],
    ['a bomb', makePackage({ files: { 'zeros.bin': zeros } }), 'scormBomb'],
    ['entities of its own', makePackage({ manifest: `<!DOCTYPE m [<!ENTITY a "b">]>${manifestOf({})}` }), 'scormManifestBroken'],
    ['a manifest that is no XML', makePackage({ manifest: '<manifest' }), 'scormManifestBroken'],
    ['a page that is not there', makePackage({ manifest: manifestOf({ items: [{ id: 'one', href: 'gone.html' }] }) }), 'scormLaunchGone'],
    ['a page elsewhere', makePackage({ manifest: manifestOf({ items: [{ id: 'one', href: 'https://evil.example/' }] }) }), 'scormEmpty'],
    ['a page above', makePackage({ manifest: manifestOf({ items: [{ id: 'one', href: '../../x.html' }] }) }), 'scormEmpty'],
    [
      'no version',
      makePackage({ manifest: manifestOf({}).replace('>1.2<', '><').replaceAll('adlcp_rootv1p2', 'x') }),
      'scormVersionUnknown',
    ],
  ]
  test.each(refused)('with %s is refused at the field', async (_what, bytes, key) => {
    const before = await trees()
    const answer = await save(bytes)
    expect(answer.code).toBe(errors.badInput[0])
    expect(answer.data).toMatchObject({ fields: [{ field: 'fileUrl', key }] })
    expect(await trees()).toEqual(before)
  })

  test('that is cut off is refused', async () => {
    const whole = makePackage({ files: { 'a.txt': 'x'.repeat(5_000) } })
    expect((await save(whole.subarray(0, whole.length - 30))).data).toMatchObject({ fields: [{ key: 'scormZipBroken' }] })
  })

  test('that is larger inside than its directory says is not unpacked', async () => {
    const bytes = Buffer.from(makePackage({ files: { 'long.txt': 'abcdefgh'.repeat(2_000) } }))
    // the directory at the end declares 10 bytes
    const at = bytes.lastIndexOf('long.txt') - 46
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50)
    bytes.writeUInt32LE(10, at + 24)
    const { data } = await save(bytes)
    await drainTasks(app.app)
    expect(await detail(data.id)).toMatchObject({ state: CourseFileState.failed, error: '压缩包已损坏或已加密，无法读取' })
    expect(await folderOf(data.id)).toBeUndefined()
  })

  test('is kept while the recycle bin has its file, which comes back with it, and a day after it was replaced', async () => {
    const [gone, replaced] = [await made(), await made()]
    const [goneTree, oldTree] = [await folderOf(gone), await folderOf(replaced)]
    const before = await detail(gone)
    await app.ok(courseFile.delete, { ids: [gone] }, admin)
    await sweepPackages(app.app, -1)
    expect(await trees()).toContain(goneTree)
    await app.ok(bin.undo, { kind: BinKind.course_file, ids: [gone] }, admin)
    expect(await folderOf(gone)).toBe(goneTree)
    expect(await detail(gone)).toEqual(before)
    await app.ok(courseFile.delete, { ids: [gone] }, admin)
    await app.db.deleteFrom('sysBin').where('kind', '=', BinKind.course_file).execute()
    await sweepPackages(app.app, -1)
    expect(await trees()).not.toContain(goneTree)
    await save(makePackage({ items: [{ id: 'other' }] }), replaced)
    await drainTasks(app.app)
    const newTree = await folderOf(replaced)
    expect(await trees()).toEqual(expect.arrayContaining([oldTree, newTree]))
    app.clock.advance(2 * 86_400)
    await sweepPackages(app.app)
    expect(await trees()).not.toContain(oldTree)
    expect(await trees()).toContain(newTree)
    // a document in its place
    const fileUrl = await send(Buffer.from('%PDF-1.4 x'), 'a.pdf')
    await app.ok(courseFile.save, { id: replaced, title: '消防', fileUrl }, teacher)
    await sweepPackages(app.app, -1)
    expect(await trees()).not.toContain(newTree)
  })
})

describe('the frame', () => {
  test('is a page of no origin, begins with the runtime, and is served for the ticket of this opening only', async () => {
    const place = await lesson({ files: { 'data/a.json': '{}', 'film.mp4': '0123456789' } })
    const opened = await open(place)
    expect(opened.sandbox).not.toContain('same-origin')
    const page = await get(opened.url)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(/^sandbox allow-scripts/)
    expect(page.headers['content-security-policy']).not.toContain('allow-same-origin')
    // WebKit matches 'self' of such a page with nothing
    expect(page.headers['content-security-policy']).toContain(`default-src 'self' http://`)
    expect(page.body).toMatch(/<head><script src="\/api\/course\/scorm\/play\/[^"]+\/~runtime\/scorm12\.min\.js"><\/script><script>/)
    expect(page.body).not.toContain(ann.token)
    const base = opened.url.slice(0, opened.url.lastIndexOf('/'))
    expect((await get(`${base}/~runtime/scorm12.min.js`)).body).toContain('Scorm12API')
    const json = await get(`${base}/data/a.json`)
    expect(json.headers).toMatchObject({ 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    expect(json.headers['content-security-policy']).toMatch(/^sandbox/)
    const part = await get(`${base}/film.mp4`, { range: 'bytes=2-4' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
    const wrong = [
      `${base}/gone.html`,
      `${base}/%2e%2e/x`,
      `${base}/..%2f..%2fx`,
      `${base}/data`,
      `${base}/~runtime/package.json`,
      opened.url.replace(/-[\w-]{5}(?=[\w-]{38}\/)/, '-aaaaa'),
    ]
    for (const url of wrong) expect((await get(url)).statusCode, url).toBe(404)
  })

  test('ends after twelve hours, and with the session of its person', async () => {
    const place = await lesson()
    const opened = await open(place, undefined, bob)
    expect((await get(opened.url)).statusCode).toBe(200)
    app.clock.advance(13 * 3_600)
    expect((await get(opened.url)).statusCode).toBe(404)
    const other = await app.enrol({ userName: 'carl' })
    const { url } = await open(place, undefined, other)
    await endSessions(app.ctx(), [other.id], 'logout')
    expect((await get(url)).statusCode).toBe(404)
  })

  test('is refused as the file itself is', async () => {
    const fileId = await made()
    const courseId = await makeCourse(app.ctx(), { files: [{ fileId }], startTime: new Date('2999-01-01') })
    expect((await app.call(courseScorm.open, { courseId, fileId }, ann)).code).toBe(errors.courseNotBegun[0])
    const film = await app.db
      .insertInto('courseFile')
      .values({ title: 'x', fileType: CourseFileType.other, fileUrl: '/x' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const plain = await makeCourse(app.ctx(), { files: [{ fileId: film.id }] })
    expect((await app.call(courseScorm.open, { courseId: plain, fileId: film.id }, ann)).code).toBe(errors.notFound[0])
  })

  test('shows editors a preview that stores nothing, and learners no address of the upload', async () => {
    const place = await lesson()
    const { url } = await app.ok(courseScorm.preview, { id: place.fileId }, teacher)
    expect((await get(url)).statusCode).toBe(200)
    expect((await app.call(courseScorm.preview, { id: place.fileId }, ann)).code).toBe(errors.forbidden[0])
    expect((await app.ok(course.detail, { id: place.courseId }, ann)).files).toMatchObject([{ fileUrl: '', viewUrl: '' }])
  })
})

describe('rules of sequencing that are not followed are named in the preview', () => {
  const unfollowed = async (given: PackageGiven) => (await app.ok(courseScorm.preview, { id: await made(given) }, teacher)).unfollowed
  const withRules = (version: '1.2' | '2004', rules: string, shared = '') =>
    manifestOf({ version, items: [{ id: 'one' }, { id: 'two' }] })
      .replace('<title>two</title>', `<title>two</title>${rules}`)
      .replace('</manifest>', `${shared}</manifest>`)
  const both = [{ id: 'one' }, { id: 'two' }]

  test.each([
    ['choice', '<imsss:controlMode choice="false" flow="true"/>'],
    ['choiceExit', '<imsss:controlMode choiceExit="false"/>'],
    ['forwardOnly', '<imsss:controlMode forwardOnly="true"/>'],
    ['constrained', '<adlseq:constrainedChoiceConsiderations constrainChoice="true"/>'],
    ['precondition', '<imsss:sequencingRules><imsss:preConditionRule/></imsss:sequencingRules>'],
    ['exitCondition', '<imsss:sequencingRules><imsss:exitConditionRule/></imsss:sequencingRules>'],
    ['postCondition', '<imsss:sequencingRules><imsss:postConditionRule/></imsss:sequencingRules>'],
    ['attempts', '<imsss:limitConditions attemptLimit="1"/>'],
    ['rollup', '<imsss:rollupRules objectiveMeasureWeight="0.5"/>'],
    ['rollup', '<imsss:rollupRules><imsss:rollupRule/></imsss:rollupRules>'],
    [
      'objectives',
      '<imsss:objectives><imsss:primaryObjective><imsss:mapInfo targetObjectiveID="g"/></imsss:primaryObjective></imsss:objectives>',
    ],
    ['random', '<imsss:randomizationControls randomizationTiming="once"/>'],
    ['untracked', '<imsss:deliveryControls tracked="false"/>'],
  ])('SCORM 2004: %s', async (rule, xml) => {
    const own = withRules('2004', `<imsss:sequencing>${xml}</imsss:sequencing>`)
    expect(await unfollowed({ items: both, manifest: own })).toEqual([{ rule, item: 'two' }])
    const shared = `<imsss:sequencingCollection><imsss:sequencing ID="s">${xml}</imsss:sequencing></imsss:sequencingCollection>`
    const byName = withRules('2004', '<imsss:sequencing IDRef="s"/>', shared)
    expect(await unfollowed({ items: both, manifest: byName })).toEqual([{ rule, item: 'two' }])
  })
  test.each([
    ['1.2', 'prerequisites', '<adlcp:prerequisites type="aicc_script">one</adlcp:prerequisites>'],
    ['1.2', 'time', '<adlcp:maxtimeallowed>00:10:00</adlcp:maxtimeallowed>'],
    ['2004', 'threshold', '<adlcp:completionThreshold completedByMeasure="true"/>'],
  ] as const)('SCORM %s: %s', async (version, rule, xml) => {
    expect(await unfollowed({ items: both, manifest: withRules(version, xml) })).toEqual([{ rule, item: 'two' }])
  })
  test('what changes nothing is not named', async () => {
    const usual =
      '<imsss:controlMode choice="true" flow="true"/><imsss:rollupRules objectiveMeasureWeight="1"/><imsss:deliveryControls tracked="true"/>'
    expect(await unfollowed({ items: both, manifest: withRules('2004', `<imsss:sequencing>${usual}</imsss:sequencing>`) })).toEqual([])
    expect(await unfollowed({ folder: 'a/' })).toEqual([])
  })
})

const passed12 = { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '80', 'cmi.core.score.max': '100' }
const done2004 = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'passed', 'cmi.score.scaled': '0.9' }

describe('a report', () => {
  test.each([
    ['1.2', passed12, 80],
    ['2004', done2004, 90],
  ] as const)('of SCORM %s finishes file and course', async (version, cmi, score) => {
    const place = await lesson({ version })
    const opened = await open(place)
    expect(await report(opened, 1, cmi)).toEqual({
      taken: true,
      isNewest: true,
      outcome: ScormStatus.passed,
      score,
      finished: true,
      courseFinished: true,
    })
    expect(await app.ok(course.detail, { id: place.courseId }, ann)).toMatchObject({
      learned: 'finished',
      files: [{ finished: true, process: 100 }],
    })
  })

  test('resumes: place, state, status and the time of the server come back', async () => {
    const place = await lesson()
    const opened = await open(place)
    await app.ok(courseFileLearn['load-process'], place, ann)
    app.clock.advance(65)
    await app.ok(courseFileLearn['save-process'], { ...place, learnSec: 65 }, ann)
    const state = { 'cmi.core.lesson_location': 'p2', 'cmi.suspend_data': '断点\u0000', 'cmi.core.lesson_status': 'incomplete' }
    await report(opened, 1, { ...state, 'cmi.core.exit': 'suspend', 'cmi.core.session_time': '0099:00:00' })
    const { cmi } = await startOf(await open(place))
    expect(cmi).toMatchObject({
      'cmi.core.lesson_location': 'p2',
      'cmi.suspend_data': '断点',
      'cmi.core.lesson_status': 'incomplete',
      'cmi.core.entry': 'resume',
      'cmi.core.total_time': expect.stringMatching(/^0000:01:0[5-9]$/),
      'cmi.core.student_id': 'ann',
      'cmi.core.student_name': '安安',
    })
    const row = await app.db.selectFrom('courseScormTrack').where('id', '=', opened.track).select('sessionSec').executeTakeFirstOrThrow()
    expect(row.sessionSec).toBe(99 * 3_600)
    expect((await app.ok(course.detail, { id: place.courseId }, ann)).files).toMatchObject([
      { learnSec: expect.toSatisfy((sec: number) => sec < 80) },
    ])
  })

  test('counts once: neither a second one with its number nor an older one changes anything', async () => {
    const place = await lesson()
    const opened = await open(place)
    expect(await report(opened, 2, { 'cmi.suspend_data': 'new' })).toMatchObject({ taken: true })
    expect(await report(opened, 2, { 'cmi.suspend_data': 'twice' })).toMatchObject({ taken: false, isNewest: true })
    expect(await report(opened, 1, { 'cmi.suspend_data': 'old', ...passed12 })).toMatchObject({
      taken: false,
      outcome: ScormStatus.incomplete,
    })
    expect((await startOf(await open(place))).cmi['cmi.suspend_data']).toBe('new')
  })

  test('of an older page is not taken once another page opened the part', async () => {
    const place = await lesson()
    const [first, second] = [await open(place), await open(place)]
    expect(await report(first, 9, { 'cmi.suspend_data': 'first' })).toMatchObject({ taken: false, isNewest: false })
    expect(await report(second, 1, { 'cmi.suspend_data': 'second' })).toMatchObject({ taken: true, isNewest: true })
    expect((await startOf(await open(place))).cmi['cmi.suspend_data']).toBe('second')
  })

  test('that was lost is taken later, as long as no other page opened the part', async () => {
    const place = await lesson()
    const opened = await open(place)
    await report(opened, 1, { 'cmi.suspend_data': 'a' })
    app.clock.advance(3 * 86_400)
    expect(await report(opened, 2, { 'cmi.suspend_data': 'b' })).toMatchObject({ taken: true })
  })

  test('never takes a status or a score back', async () => {
    const place = await lesson()
    const opened = await open(place)
    await report(opened, 1, passed12)
    const worse = { 'cmi.core.lesson_status': 'incomplete', 'cmi.core.score.raw': '10', 'cmi.core.score.max': '100' }
    expect(await report(opened, 2, worse)).toMatchObject({ outcome: ScormStatus.passed, score: 80, finished: true })
    expect((await startOf(await open(place))).cmi['cmi.core.lesson_status']).toBe('passed')
  })

  test('finishes a package of several parts with the last of them; a plain page is done when it is opened', async () => {
    const place = await lesson({ items: [{ id: 'one' }, { id: 'two', mastery: 60 }, { id: 'read', type: 'asset' }] })
    expect(await report(await open(place, 0), 1, { 'cmi.core.lesson_status': 'completed' })).toMatchObject({ finished: false })
    const second = await open(place)
    expect(second.item).toBe(1)
    const judged = { 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '40' }
    expect(await report(second, 1, judged)).toMatchObject({ outcome: ScormStatus.failed, finished: false })
    expect((await app.ok(course.detail, { id: place.courseId }, ann)).files).toMatchObject([{ process: 33 }])
    await open(place, 2)
    expect(await report(await open(place, 1), 1, { ...judged, 'cmi.core.score.raw': '70' })).toMatchObject({ finished: true })
  })

  test('finishes no file whose least time is not learnt yet; the time finishes it then', async () => {
    const place = await lesson({}, 60)
    await app.ok(courseFileLearn['load-process'], place, ann)
    expect(await report(await open(place), 1, passed12)).toMatchObject({ outcome: ScormStatus.passed, finished: false })
    app.clock.advance(60)
    expect(await app.ok(courseFileLearn['save-process'], { ...place, learnSec: 60 }, ann)).toMatchObject({
      finished: true,
      courseFinished: true,
    })
  })

  test('is needed: neither opening the file nor reaching its end finishes a package', async () => {
    const place = await lesson()
    await app.ok(courseFileLearn['load-process'], place, ann)
    await open(place)
    expect(await app.ok(courseFileLearn['fix-process'], place, ann)).toMatchObject({ finished: false, process: 0 })
  })

  test('of somebody else, or too large, is refused', async () => {
    const place = await lesson()
    const { track, session } = await open(place)
    expect((await app.call(courseScorm.save, { track, session, seq: 1, cmi: passed12 }, bob)).code).toBe(errors.notFound[0])
    const large = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`cmi.x.${at}`, 'x'.repeat(60_000)]))
    expect((await app.call(courseScorm.save, { track, session, seq: 1, cmi: large }, ann)).code).toBe(errors.badInput[0])
  })
})

describe('the last report of a closing page', () => {
  const beacon = (url: string, body: unknown) =>
    app.http.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: JSON.stringify(body) })

  test('is taken as text by its ticket, without a sign-in, and only once', async () => {
    const place = await lesson()
    const opened = await open(place)
    const { commit } = await startOf(opened)
    const body = { session: opened.session, seq: 1, cmi: passed12 }
    const answer = await beacon(commit, body)
    expect([answer.statusCode, answer.json()]).toEqual([200, { result: true, errorCode: 0 }])
    expect((await beacon(commit, body)).json()).toEqual({ result: false, errorCode: 101 })
    expect(await app.ok(course.detail, { id: place.courseId }, ann)).toMatchObject({ learned: 'finished' })
  })

  test('is refused with another ticket, another opening, or what is no report', async () => {
    const opened = await open(await lesson())
    const { commit } = await startOf(opened)
    const body = { session: opened.session, seq: 1, cmi: passed12 }
    expect((await beacon(commit.slice(0, -3), body)).statusCode).toBe(403)
    expect((await beacon(commit, { ...body, session: opened.session + 1 })).statusCode).toBe(400)
    for (const wrong of ['x', { ...body, cmi: { a: 1 } }, null]) expect((await beacon(commit, wrong)).statusCode).toBe(400)
  })
})

test('teachers see status and score of each learner, in the list and in the export', async () => {
  const place = await lesson()
  await report(await open(place), 1, passed12)
  const { records } = await app.ok(
    statCourse['user-paging'],
    { size: 50, params: { courseId: place.courseId, learned: 'finished' } },
    admin,
  )
  expect(records).toMatchObject([{ userId: ann.id, files: { [place.fileId]: { finished: true, outcome: ScormStatus.passed, score: 80 } } }])
})
