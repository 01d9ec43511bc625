// The recycle bin over HTTP: each kind of thing comes back as it was.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { bin, BIN_KEEP_DAYS, BinKind } from '@shuyuan/contract/operation/bin.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { describe, expect, test } from 'vitest'
import { makeCourse, makeFile } from '../src/domains/course/course.factory.ts'
import { makeWork } from '../src/domains/course/work/work.factory.ts'
import { makeExam } from '../src/domains/exam/exam.factory.ts'
import { makeBank, makeQuestion } from '../src/domains/qu/qu.factory.ts'
import { makeRepo } from '../src/domains/repo/repo.factory.ts'
import { forgetBin } from '../src/domains/operation/bin.service.ts'
import { makeTmpl } from '../src/domains/tmpl/tmpl.factory.ts'
import { enrolWith, startWith } from './people.ts'
import { code } from './refusal.ts'

const { app, admin, teacher, ann, bob } = await startWith('teacher', 'ann', 'bob')

const listed = async (kind: BinKind, who = teacher) => (await app.ok(bin.paging, { size: 100, params: { kind } }, who)).records
const detailOf = (endpoint: Endpoint, id: string) => app.ok(endpoint, { id }, admin)

async function makeDraws() {
  const { repoId } = await makeBank(app.ctx(), { single: 2 })
  const draws = [{ repoId, chapterId: '', quType: QuType.single, level: null, count: 1, perScore: 100 }]
  return { repoId, tmplId: await makeTmpl(app.ctx(), { groups: [{ title: '单选', mode: 'draw', draws, quList: [] }] }) }
}

async function deleteAndUndo(kind: BinKind, table: { delete: Endpoint; detail: Endpoint }, id: string) {
  const before = await detailOf(table.detail, id)
  await app.ok(table.delete, { ids: [id] }, teacher)
  expect((await app.call(table.detail, { id }, admin)).code).toBe(code('notFound'))
  await app.ok(bin.undo, { kind, ids: [id] }, teacher)
  expect(await detailOf(table.detail, id)).toEqual(before)
  expect(await listed(kind)).toEqual([])
}

describe('what was deleted comes back as it was', () => {
  test('an exam with its audience', async () => {
    const { tmplId } = await makeDraws()
    const id = await makeExam(app.ctx(), { tmplId, title: '消防考试', openType: ExamOpenType.persons, userIds: [ann.id, bob.id] })
    await deleteAndUndo(BinKind.exam, exam, id)
  })

  test('a template with its draw rules', async () => {
    await deleteAndUndo(BinKind.tmpl, tmpl, (await makeDraws()).tmplId)
  })

  test('a course with its files', async () => {
    const fileId = await makeFile(app.ctx(), new TextEncoder().encode('%PDF-1.4'), 'a.pdf', { title: '手册' })
    await deleteAndUndo(BinKind.course, course, await makeCourse(app.ctx(), { title: '安全课', files: [{ fileId }] }))
  })

  test('a file of the library, such as an assignment with its settings', async () => {
    const id = await makeWork(app.ctx(), { title: '写一封欢迎信', content: '<p>请写一封信。</p>' })
    await deleteAndUndo(BinKind.course_file, { delete: courseFile.delete, detail: courseWork.setting }, id)
  })

  test('a question in its chapter, or without one where the chapter is gone', async () => {
    const { id: repoId, chapters } = await makeRepo(app.ctx(), { chapters: ['甲', '乙'] })
    const [first, second] = [chapters.get('甲')!, chapters.get('乙')!]
    const one = await makeQuestion(app.ctx(), { repoId, chapterId: first, content: '灭火' })
    const two = await makeQuestion(app.ctx(), { repoId, chapterId: second, content: '逃生' })
    await app.ok(qu.delete, { ids: [one, two] }, teacher)
    await app.ok(chapter.delete, { ids: [second] }, teacher)
    const rows = await listed(BinKind.qu)
    expect(new Set(rows.map((row) => `${row.title} ${row.realName}`))).toEqual(new Set(['灭火 田老师', '逃生 田老师']))
    await app.ok(bin.restore, { ids: rows.map((row) => row.id) }, teacher)
    expect(await detailOf(qu.detail, one)).toMatchObject({ chapterId: first, level: QuLevel.normal })
    expect(await app.ok(chapter.list, { repoId }, teacher)).toMatchObject([{ title: '甲', quCount: 1 }])
    expect((await app.ok(repo.detail, { id: repoId }, teacher)).quCount).toBe(2)
  })

  test('a bank with its chapters and with the questions that were deleted before it', async () => {
    const { id } = await makeRepo(app.ctx(), { title: '老题库', chapters: ['甲'] })
    const question = await makeQuestion(app.ctx(), { repoId: id })
    await app.ok(qu.delete, { ids: [question] }, teacher)
    await app.ok(repo.delete, { ids: [id] }, teacher)
    const [left] = await listed(BinKind.qu)
    expect((await app.call(bin.restore, { ids: [left!.id] }, teacher)).code).toBe(code('binPartGone'))
    const [bank] = await listed(BinKind.repo)
    await app.ok(bin.restore, { ids: [left!.id, bank!.id] }, teacher)
    expect(await app.ok(repo.detail, { id }, teacher)).toMatchObject({ title: '老题库', quCount: 1 })
    expect(await app.ok(chapter.list, { repoId: id }, teacher)).toMatchObject([{ title: '甲' }])
  })
})

describe('a restoration', () => {
  test('is refused while its name is used again', async () => {
    const { id } = await makeRepo(app.ctx(), { title: '同名' })
    await app.ok(repo.delete, { ids: [id] }, teacher)
    await makeRepo(app.ctx(), { title: '同名' })
    expect(await app.call(bin.undo, { kind: BinKind.repo, ids: [id] }, teacher)).toMatchObject({
      code: code('binTaken'),
      msg: '已有名为“同名”的数据，请先改名再恢复',
    })
  })

  test('is refused while what it uses is deleted, and works in one call with it', async () => {
    const { tmplId } = await makeDraws()
    const id = await makeExam(app.ctx(), { tmplId, title: '季考' })
    await app.ok(exam.delete, { ids: [id] }, teacher)
    await app.ok(tmpl.delete, { ids: [tmplId] }, teacher)
    const [row] = await listed(BinKind.exam)
    expect((await app.call(bin.restore, { ids: [row!.id] }, teacher)).code).toBe(code('binPartGone'))
    const [paper] = await listed(BinKind.tmpl)
    await app.ok(bin.restore, { ids: [row!.id, paper!.id] }, teacher)
    expect(await detailOf(exam.detail, id)).toMatchObject({ title: '季考', tmplId })
  })

  test('leaves out people who were deleted since', async () => {
    const { tmplId } = await makeDraws()
    const gone = await app.enrol({ userName: 'gone' })
    const id = await makeExam(app.ctx(), { tmplId, openType: ExamOpenType.persons, userIds: [ann.id, gone.id] })
    await app.ok(exam.delete, { ids: [id] }, teacher)
    await app.ok(user.delete, { ids: [gone.id] }, admin)
    await app.ok(bin.undo, { kind: BinKind.exam, ids: [id] }, teacher)
    expect(await detailOf(exam.detail, id)).toMatchObject({ users: [{ id: ann.id }] })
  })

  test('restores the link of an exam that made up for it', async () => {
    const { tmplId } = await makeDraws()
    const first = await makeExam(app.ctx(), { tmplId })
    const second = await makeExam(app.ctx(), { tmplId })
    await app.db.updateTable('exam').set({ makeUpOf: first }).where('id', '=', second).execute()
    await app.ok(exam.delete, { ids: [first] }, teacher)
    await app.ok(bin.undo, { kind: BinKind.exam, ids: [first] }, teacher)
    const { makeUpOf } = await app.db.selectFrom('exam').where('id', '=', second).select('makeUpOf').executeTakeFirstOrThrow()
    expect(makeUpOf).toBe(first)
  })
})

describe('a rehearsal', () => {
  const rehearse = async (endpoint: Endpoint, payload: object) => {
    const headers = { token: teacher.token, rehearsal: '1' }
    return JSON.parse((await app.http.inject({ method: 'POST', url: endpoint.path, headers, payload })).body) as { code: number }
  }

  test('says whether a call would be refused, and changes nothing', async () => {
    const { id } = await makeRepo(app.ctx(), { title: '试一试' })
    const logs = () => app.db.selectFrom('sysLog').select('id').execute()
    const before = await logs()
    expect(await rehearse(repo.delete, { ids: [id] })).toMatchObject({ code: 0 })
    await makeQuestion(app.ctx(), { repoId: id })
    expect((await rehearse(repo.delete, { ids: [id] })).code).toBe(code('repoInUse'))
    expect(await app.ok(repo.detail, { id }, teacher)).toMatchObject({ title: '试一试' })
    expect(await logs()).toEqual(before)
  })

  test('is refused for other calls', async () => {
    const { id } = await makeRepo(app.ctx(), { title: '不变' })
    const form = { id, title: '变了', remark: '', isExam: true, isTrain: false }
    expect((await rehearse(repo.save, form)).code).toBe(code('badInput'))
    expect(await app.ok(repo.detail, { id }, teacher)).toMatchObject({ title: '不变' })
  })
})

describe('the bin', () => {
  test('shows and restores only what the caller may delete and reaches', async () => {
    const { id } = await makeRepo(app.ctx(), { title: '他人的题库' })
    await app.ok(repo.delete, { ids: [id] }, teacher)
    const entry = (await listed(BinKind.repo)).find((row) => row.title === '他人的题库')!
    const own = await enrolWith(app, { userName: 'own' }, ['sys:bin:list', 'repo:delete'], DataScope.own)
    const courses = await enrolWith(app, { userName: 'courses' }, ['sys:bin:list', 'course:delete'], DataScope.all)
    for (const who of [own, courses]) {
      expect(await listed(BinKind.repo, who)).toEqual([])
      expect((await app.call(bin.restore, { ids: [entry.id] }, who)).code).toBe(code('notFound'))
    }
    expect((await app.call(bin.undo, { kind: BinKind.repo, ids: [id] }, own)).code).toBe(code('notFound'))
    expect((await app.call(bin.restore, { ids: [entry.id] }, ann)).code).toBe(code('forbidden'))
    expect((await app.call(bin.delete, { ids: [entry.id] }, teacher)).code).toBe(code('forbidden'))
    await app.ok(bin.delete, { ids: [entry.id] }, admin)
    expect((await app.call(bin.restore, { ids: [entry.id] }, teacher)).code).toBe(code('notFound'))
  })

  test('forgets after 30 days', async () => {
    const { id } = await makeRepo(app.ctx(), { title: '很久以前' })
    await app.ok(repo.delete, { ids: [id] }, teacher)
    app.clock.advance(BIN_KEEP_DAYS * 86_400 + 60)
    expect(await forgetBin(app.app)).toBeGreaterThan(0)
    expect(await app.db.selectFrom('sysBinRow').selectAll().execute()).toEqual([])
  })
})
