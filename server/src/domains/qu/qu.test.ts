// Questions of a bank: versions, conflicts, search and refusals.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { makeRepo } from '../repo/repo.factory.ts'
import { makeUser } from '../people/user/user.factory.ts'
import { makeTmpl } from '../tmpl/tmpl.factory.ts'
import { makeQuestion } from './qu.factory.ts'

let repoId: string
const { app, teacher } = await startWith('teacher')
const { token } = teacher
beforeEach(async () => {
  repoId = (await makeRepo(app.ctx())).id
})

const body = (given: object = {}) =>
  QuestionBody.parse({
    content: '<p>火警电话是</p>',
    options: [
      { tag: 'A', content: '<p>119</p>', isRight: true },
      { tag: 'B', content: '<p>110</p>', isRight: false },
    ],
    ...given,
  })
const form = (given: object = {}, more: object = {}) => ({ repoId, quType: QuType.single, body: body(given), ...more })

describe('saving', () => {
  test('each change is a new version, and earlier ones stay unchanged', async () => {
    const { id, version } = await app.ok(qu.save, form(), token)
    expect(version).toBe(1)
    const changed = body({ content: '<p>火警电话号码是</p>' })
    expect(await app.ok(qu.save, { ...form(), id, version: 1, body: changed }, token)).toEqual({ id, version: 2 })
    expect(await app.ok(qu.save, { ...form(), id, version: 2, body: changed }, token)).toEqual({ id, version: 2 })
    expect(await app.ok(qu.detail, { id }, token)).toMatchObject({ version: 2, title: '火警电话号码是', body: changed })
    const kept = await app.db.selectFrom('quVersion').where('quId', '=', id).orderBy('version').select(['version', 'body']).execute()
    expect(kept).toEqual([
      { version: 1, body: body() },
      { version: 2, body: changed },
    ])
  })

  test('of two changes to the same version the second is refused', async () => {
    const { id } = await app.ok(qu.save, form(), token)
    const change = (words: string) => app.call(qu.save, { ...form({ content: `<p>${words}</p>` }), id, version: 1 }, token)
    const codes = (await Promise.all([change('甲'), change('乙')])).map((answer) => answer.code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, errors.conflict[0]])
  })

  test('invalid content is refused at its field', async () => {
    const none = body().options.map((option) => ({ ...option, isRight: false }))
    expect((await app.call(qu.save, form({ options: none }), token)).fields).toEqual([
      { field: 'body.options', msg: '单选题必须有且只有一个正确选项' },
    ])
    expect((await app.call(qu.save, form({ content: '<p><br></p>' }), token)).fields).toEqual([
      { field: 'body.content', msg: '请填写题干' },
    ])
    expect((await app.call(qu.save, form({ content: `<p>a${String.fromCharCode(0)}</p>` }), token)).code).toBe(errors.badInput[0])
    expect((await app.call(qu.save, form({ content: '<p>\uD800</p>' }), token)).code).toBe(errors.badInput[0])
    const other = await makeRepo(app.ctx(), { chapters: ['别处'] })
    expect((await app.call(qu.save, form({}, { chapterId: other.chapters.get('别处') }), token)).fields).toMatchObject([
      { field: 'chapterId' },
    ])
    expect((await app.call(qu.save, form({}, { repoId: '999999' }), token)).code).toBe(errors.notFound[0])
    const { id } = await app.ok(qu.save, form(), token)
    expect((await app.call(qu.save, { ...form(), id, quType: QuType.multiple }, token)).fields).toMatchObject([{ field: 'quType' }])
  })

  test('scripts and fields that the type does not use are removed', async () => {
    const dirty = {
      content: '<p onclick="x()">题<script>x()</script><img src="/files/a.png" onerror="x()"></p>',
      modelAnswer: '<p>多余</p>',
    }
    const { id } = await app.ok(qu.save, form(dirty), token)
    const stored = (await app.ok(qu.detail, { id }, token)).body
    expect(stored.content).toBe('<p>题<img src="/files/a.png" /></p>')
    expect(stored.modelAnswer).toBe('')
  })

  test('sub-questions keep their ids when others are added or removed', async () => {
    const sub = (content: string, id = '') => ({ ...body({ content }), quType: QuType.single, id, weight: 1 })
    const save = (subs: object[], id?: string) =>
      app.ok(qu.save, { ...form({ options: [], subs }), quType: QuType.composite, ...(id ? { id } : {}) }, token)
    const idsOf = async (id: string) => (await app.ok(qu.detail, { id }, token)).body.subs?.map((one) => one.id)
    const { id } = await save([sub('<p>一</p>'), sub('<p>二</p>')])
    expect(await idsOf(id)).toEqual(['1', '2'])
    await save([sub('<p>二</p>', '2'), sub('<p>三</p>')], id)
    expect(await idsOf(id)).toEqual(['2', '3'])
  })
})

describe('the list', () => {
  test('finds Chinese words within the stem, and filters by bank, chapter, type and level', async () => {
    const bank = await makeRepo(app.ctx(), { chapters: ['第一章'] })
    const chapterId = bank.chapters.get('第一章') ?? ''
    const one = await makeQuestion(app.ctx(), { repoId: bank.id, chapterId, content: '灭火器压力表指针的<strong>绿色区域</strong>' })
    const two = await makeQuestion(app.ctx(), {
      repoId: bank.id,
      quType: QuType.trueFalse,
      level: QuLevel.hard,
      content: '百分号%与下划线_',
    })
    const ids = async (params: object) =>
      (await app.ok(qu.paging, { params: { repoId: bank.id, ...params } }, token)).records.map((row) => row.id)
    expect(await ids({})).toEqual([two, one])
    expect(await ids({ content: '压力表' })).toEqual([one])
    expect(await ids({ content: '%' })).toEqual([two])
    expect(await ids({ chapterId })).toEqual([one])
    expect(await ids({ quType: QuType.trueFalse, level: QuLevel.hard })).toEqual([two])
    expect(await ids({ excludes: [two] })).toEqual([one])
    expect(await ids({ content: '指针的绿色' })).toEqual([one])
  })

  test('finds words of two characters, in either case and with signs, and no wildcards', async () => {
    const bank = await makeRepo(app.ctx())
    const one = await makeQuestion(app.ctx(), { repoId: bank.id, content: '用 SQL 查询“学号”为 5% 的记录😀吗' })
    const two = await makeQuestion(app.ctx(), { repoId: bank.id, content: '学生的号码，sq_l' })
    const ids = async (content: string) =>
      (await app.ok(qu.paging, { params: { repoId: bank.id, content } }, token)).records.map((row) => row.id)
    expect(await ids('学号')).toEqual([one])
    expect(await ids('sq')).toEqual([two, one])
    expect(await ids('“学')).toEqual([one])
    expect(await ids('5%')).toEqual([one])
    expect(await ids('q_')).toEqual([two])
    expect(await ids('录😀')).toEqual([one])
    expect(await ids('学_')).toEqual([])
    // the pairs of characters are not adjacent
    expect(await ids('学生号码')).toEqual([])
    await app.ok(qu.save, { ...form({ content: '<p>改过的题</p>' }), id: two, repoId: bank.id }, token)
    expect([await ids('号码'), await ids('改过')]).toEqual([[], [two]])
    await app.ok(qu.delete, { ids: [two] }, token)
    expect(await ids('改过')).toEqual([])
  })

  test('is refused to learners, as are all other calls on questions', async () => {
    await makeUser(app.db, { userName: 'lee' })
    const learner = (await app.as('lee')).token
    const id = await makeQuestion(app.ctx(), { repoId })
    for (const answer of [
      await app.call(qu.paging, {}, learner),
      await app.call(qu.detail, { id }, learner),
      await app.call(qu.export, { repoId }, learner),
      await app.call(qu.delete, { ids: [id] }, learner),
    ])
      expect(answer.code).toBe(errors.forbidden[0])
  })
})

describe('removing', () => {
  test('removes questions from the lists but keeps their rows and versions', async () => {
    const id = await makeQuestion(app.ctx(), { repoId })
    expect(await app.ok(qu.delete, { ids: [id] }, token)).toBe(true)
    expect((await app.call(qu.detail, { id }, token)).code).toBe(errors.notFound[0])
    expect((await app.call(qu.delete, { ids: [id] }, token)).code).toBe(errors.notFound[0])
    expect(await app.db.selectFrom('quVersion').where('quId', '=', id).select('version').execute()).toEqual([{ version: 1 }])
  })

  test('is refused while a template contains one of them', async () => {
    const [used, free] = [await makeQuestion(app.ctx(), { repoId }), await makeQuestion(app.ctx(), { repoId, content: '未用' })]
    const tmplId = await makeTmpl(app.ctx(), {
      title: '固定卷',
      groups: [{ title: '一', mode: 'fixed', draws: [], quList: [{ quId: used, score: 100 }] }],
    })
    expect(await app.call(qu.delete, { ids: [free, used] }, token)).toMatchObject({
      code: errors.questionInUse[0],
      data: { holders: [{ kind: 'tmpl', id: tmplId, title: '固定卷' }] },
    })
    expect((await app.call(qu.detail, { id: free }, token)).code).toBe(0)
  })
})
