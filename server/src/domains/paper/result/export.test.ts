import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { ExportState } from '@shuyuan/contract/kernel/export-state.ts'
import { paperExport } from '@shuyuan/contract/paper/result/export.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { unzipSync } from 'fflate'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { takePaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { richNodes } from '../../../kernel/typeset/typeset-rich.ts'
import { makeExports } from './export-run.service.ts'
import { holdQuestions, setUpExam, rightAnswer } from '../exam-setup.factory.ts'
import { fileNames, picturesIn, printedPaper } from './print.format.ts'

const { app, admin } = await startWith()
const ann = await app.enrol({ userName: 'ann', realName: '../../安"<b>' })
const bob = await app.enrol({ userName: 'bob', realName: '包' })
const other = await app.as('admin')

const all = { single: 1, multiple: 1, trueFalse: 1, fillIn: 1, matching: 1, composite: 1, shortAnswer: 1 }
async function sit(person: Person, terms: Parameters<typeof setUpExam>[1] = {}, counts: Parameters<typeof setUpExam>[2] = all) {
  const { examId } = await setUpExam(app.ctx(), terms, counts)
  return { examId, id: await take(examId, person) }
}
const take = (examId: string, person: Person) =>
  takePaper(app, person, examId, (key) =>
    key.quType === QuType.shortAnswer ? { text: '<p>#read("/etc/passwd") <b>粗</b> $x$</p><script>alert(1)</script>' } : rightAnswer(key),
  )
async function fetchFile(endpoint: Endpoint, payload: object, person: Person) {
  const reply = await app.http.inject({ method: 'POST', url: endpoint.path, headers: { token: person.token }, payload })
  return {
    type: String(reply.headers['content-type']),
    bytes: reply.rawPayload,
    name: decodeURIComponent(String(reply.headers['content-disposition'])),
    code: reply.headers['content-type']?.includes('json') ? reply.json<{ code: number }>().code : 0,
  }
}
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-'

describe('a PDF', () => {
  test('contains every question type; only the candidate and callers with the right to export get it', async () => {
    const { id } = await sit(ann)
    const theirs = await fetchFile(paper['export-pdf'], { id }, admin)
    expect(theirs).toMatchObject({ type: 'application/pdf', code: 0 })
    expect(isPdf(theirs.bytes)).toBe(true)
    expect(theirs.name).not.toMatch(/filename.*''.*[/<>"]/)
    expect((await fetchFile(paper['export-pdf'], { id }, ann)).type).toBe('application/pdf')
    expect((await fetchFile(paper['export-pdf'], { id }, bob)).code).toBe(errors.notFound[0])
    expect((await fetchFile(paper['export-pdf'], { id: '987654' }, admin)).code).toBe(errors.notFound[0])
  })

  test('contains no more than its candidate may see', async () => {
    const { id } = await sit(ann, { showScore: 'never', showAnswer: 'never' })
    const shown = await app.ok(paper['paper-result'], { id }, ann.token)
    expect(shown.groups.flatMap(({ quList }) => quList).every((one) => one.key === null)).toBe(true)
    const open = await app.ok(paper['create-paper'], { examId: (await sit(bob)).examId }, ann.token)
    expect((await fetchFile(paper['export-pdf'], { id: open.id }, ann)).code).toBe(errors.resultHidden[0])
    const marked = await app.ok(paper['paper-result'], { id }, ann.token)
    const doc = printedPaper({ ...marked, userName: 'ann', startTime: new Date(), handTime: null }, '书院')
    expect(JSON.stringify(doc)).not.toMatch(/正确答案|参考答案|解析/)
    expect(doc.facts).toContainEqual(['得分', '待阅卷'])
  })

  test('contains formulas, tables and pictures; what cannot be drawn stays as text', async () => {
    const { examId } = await setUpExam(app.ctx(), {}, { single: 1 })
    const path = join(app.app.storage.root, 'x.png')
    await sharp({ create: { width: 300, height: 120, channels: 3, background: '#2266aa' } })
      .png()
      .toFile(path)
    const url = await app.app.storage.store(path, '.png', new Date())
    const deep = '{'.repeat(5_000)
    const content = `<p>${'<b>'.repeat(400)}深<span data-latex="\\frac{1}{2}"></span><span data-latex="${deep}"></span><img src="${url}"><img src="http://169.254.169.254/x"><img src="/files/../../etc/passwd"></p><table><tr><td colspan="99">a</td></tr><tr><td rowspan="99">b</td><td>c</td></tr></table>`
    const id = await take(examId, ann)
    await holdQuestions(app, id, ([group, ...others]) => [
      { ...group!, quList: group!.quList.map((one, at) => (at === 0 ? { ...one, content } : one)) },
      ...others,
    ])
    const plain = await fetchFile(paper['export-pdf'], { id }, admin)
    expect(isPdf(plain.bytes)).toBe(true)
    expect(plain.bytes.includes('/Subtype/Image') || plain.bytes.includes('/Subtype /Image')).toBe(true)
  })
})

describe('many papers', () => {
  test('a few are exported as a zip immediately', async () => {
    const { examId, id } = await sit(ann, {}, { single: 1 })
    const ids = [id, await take(examId, bob)]
    const zip = await fetchFile(paper['export-zip'], { ids }, admin)
    expect(zip.type).toBe('application/zip')
    const files = unzipSync(Uint8Array.from(zip.bytes))
    expect(Object.keys(files)).toHaveLength(2)
    expect(Object.values(files).every(isPdf)).toBe(true)
    expect((await fetchFile(paper['export-zip'], { ids }, ann)).code).toBe(errors.forbidden[0])
    expect((await fetchFile(paper['export-zip'], { ids: [...ids, '98765'] }, admin)).code).toBe(errors.notFound[0])
  })

  test('in the background: shown only to the requesting user, taken over after a crash, deleted after a day', async () => {
    const { examId, id } = await sit(ann, {}, { single: 1 })
    await take(examId, bob)
    await take(examId, bob)
    const asked = await app.ok(paperExport.save, { kind: 'zip', params: { examId } }, admin.token)
    expect(asked.total).toBe(3)
    expect(await app.call(paperExport.save, { kind: 'zip', params: { examId } }, ann.token)).toEqual(refusal('forbidden'))
    expect((await fetchFile(paperExport.download, { id: asked.id }, admin)).code).toBe(errors.exportNotReady[0])
    // the server process that started it has stopped
    await app.db
      .updateTable('paperExport')
      .set({ state: ExportState.running, tries: 1, done: 2, leaseUntil: new Date(app.clock.now().getTime() + 60_000) })
      .where('id', '=', asked.id)
      .execute()
    expect(await makeExports(app.app)).toBe(0)
    app.clock.advance(61)
    await app.ok(paper.delete, { ids: [id] }, admin.token)
    expect(await makeExports(app.app)).toBe(1)
    const done = await app.ok(paperExport.detail, { id: asked.id }, admin.token)
    expect(done).toMatchObject({ state: ExportState.done, total: 3, done: 3 })
    const file = await fetchFile(paperExport.download, { id: asked.id }, other)
    const entries = Object.keys(unzipSync(Uint8Array.from(file.bytes)))
    expect(entries.filter((name) => name.endsWith('.pdf'))).toEqual([
      expect.stringMatching(/_包_bob\.pdf$/),
      expect.stringMatching(/_包_bob（2）\.pdf$/),
    ])
    expect(entries).toContain('成绩汇总.xlsx')
    expect((await app.call(paperExport.detail, { id: asked.id }, bob.token)).code).toBe(errors.forbidden[0])
    await app.db.updateTable('paperExport').set({ userId: bob.id }).where('id', '=', asked.id).execute()
    expect((await fetchFile(paperExport.download, { id: asked.id }, admin)).code).toBe(errors.notFound[0])
    app.clock.advance(25 * 3_600)
    await makeExports(app.app)
    expect(await readdir(join(app.app.config.dataDir, 'exports'))).toEqual([])
  })

  test('a score list is exported; at most three exports are open per user', async () => {
    const { examId, id } = await sit(ann, {}, { single: 1 })
    const asked = await app.ok(paperExport.save, { kind: 'sheet', ids: [id, id] }, admin.token)
    for (let more = 0; more < 2; more++) await app.ok(paperExport.save, { kind: 'sheet', params: { examId } }, admin.token)
    expect(await app.call(paperExport.save, { kind: 'sheet', params: { examId } }, admin.token)).toEqual(refusal('exportBusy'))
    expect(await makeExports(app.app)).toBe(3)
    const file = await fetchFile(paperExport.download, { id: asked.id }, admin)
    expect(file).toMatchObject({ type: xlsxType, code: 0 })
    expect(await app.call(paperExport.save, { kind: 'sheet', ids: ['98765'] }, admin.token)).toEqual(refusal('notFound'))
    expect(await app.call(paperExport.save, { kind: 'zip', params: { examId, realName: '没有这个人' } }, admin.token)).toEqual(
      refusal('badInput'),
    )
  })
})

test('file names stay inside the folder and are unique', () => {
  const person = { deptCode_dictText: '../总部', realName: 'a/b:c*?', userName: 'U1' }
  expect(
    fileNames([person, { ...person, userName: 'u1' }, { deptCode_dictText: '', realName: '甲'.repeat(100), userName: 'x\u0000y' }]),
  ).toEqual(['_总部_a_b_c___U1.pdf', '_总部_a_b_c___u1（2）.pdf', `未分配部门_${'甲'.repeat(40)}_x_y.pdf`])
})

test('rich text keeps its text, loses scripts, and is limited in depth', () => {
  expect(richNodes('a < b & c')).toMatchObject([{ k: 'text' }])
  expect(JSON.stringify(richNodes('<p onclick="x()">甲<script>alert(1)</script></p>'))).not.toMatch(/alert|onclick/)
  const depth = (nodes: unknown[]): number => Math.max(0, ...nodes.map((node) => 1 + depth((node as { c?: unknown[] }).c ?? [])))
  const nested = richNodes(`${'<blockquote>'.repeat(500)}底${'</blockquote>'.repeat(500)}`)
  expect(depth(nested)).toBeLessThan(20)
  expect(JSON.stringify(nested)).toContain('底')
  expect(richNodes('<p>&lt;b&gt; &amp;amp; &#x6C49;</p>')).toMatchObject([{ k: 'p', c: [{ v: '<b> &amp; 汉' }] }])
  expect(picturesIn({ blocks: [{ kind: 'prose', prose: { html: '<img src="/files/a.png"><img src="/files/a.png">' } }] } as never)).toEqual(
    ['/files/a.png'],
  )
})

describe('numbers in exported sheets', () => {
  /** The XML of the first worksheet. */
  async function sheetOf(kind: 'sheet' | 'answers', examId: string) {
    const { id } = await app.ok(paperExport.save, { kind, params: { examId } }, admin)
    await makeExports(app.app)
    const { bytes } = await fetchFile(paperExport.download, { id }, admin)
    const files = unzipSync(Uint8Array.from(bytes))
    const text = (name: string) => Buffer.from(files[name] ?? []).toString()
    return { sheet: text('xl/worksheets/sheet1.xml'), all: Object.keys(files).map(text).join('') }
  }
  const numberCells = (sheet: string) =>
    [...sheet.matchAll(/<c r="([A-Z]+)2"(?![^>]*t="(?:s|inlineStr|str)")[^>]*><v>([^<]+)<\/v>/g)].map(([, at, value]) => [
      at,
      Number(value),
    ])

  test('are number cells, and times are times in the site’s wall clock', async () => {
    const { examId } = await sit(ann, {}, { single: 2 })
    const cells = new Map(numberCells((await sheetOf('sheet', examId)).sheet) as [string, number][])
    expect([cells.get('A'), cells.get('G'), cells.get('H')]).toEqual([1, 4, 4])
    const { startTime } = await app.db.selectFrom('paper').where('examId', '=', examId).select('startTime').executeTakeFirstOrThrow()
    // days since 1899-12-30, eight hours ahead of UTC
    const days = (startTime.getTime() + 8 * 3_600_000) / 86_400_000 + 25_569
    expect(cells.get('K')).toBeCloseTo(Math.floor(days * 86_400) / 86_400, 4)
  })

  test('answers and points by question: a row per candidate, in the letters of the bank', async () => {
    const { examId } = await sit(ann, {}, { single: 1, fillIn: 1 })
    await take(examId, bob)
    const { sheet, all } = await sheetOf('answers', examId)
    expect(sheet.match(/<row /g)).toHaveLength(3)
    expect(all).toContain('single')
    expect(all).toContain('119 | 120')
    expect(all).toMatch(/<t[^>]*>A<\/t>/)
    const points = numberCells(sheet).filter(([at]) => String(at) > 'Q' || String(at).length > 1)
    expect(points.map(([, value]) => value)).toEqual([2, 2])
    expect((await app.call(paperExport.save, { kind: 'answers', params: { examId } }, ann)).code).toBe(errors.forbidden[0])
  })
})
