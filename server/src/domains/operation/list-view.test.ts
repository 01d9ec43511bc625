// Saved views of lists: own and shared ones, their limits, and the view with which a list opens.
import { user } from '@shuyuan/contract/account/user.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { listView, MAX_LIST_VIEWS, MAX_VIEW_SETTINGS } from '@shuyuan/contract/operation/list-view.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { log } from '@shuyuan/contract/site/log/log.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../test/people.ts'
import { code } from '../../../test/refusal.ts'

const { app, admin, teacher, learner } = await startWith('teacher', 'learner')
const other = await app.enrol({ userName: 'other', realName: '别老师', roleType: RoleType.staff, roles: ['教师'] })
const sharer = await enrolWith(app, { userName: 'sharer', realName: '分享者' }, ['sys:view:share', 'exam:list'], DataScope.own)

const listKey = exam.paging.path
const settings = {
  params: { title: '消防', tags: ['甲', '乙'] },
  order: { column: 'startTime', asc: false },
  size: 50,
  hidden: ['state'],
  columns: [],
}
const view = (title: string, more: object = {}) => ({ listKey, title, settings, ...more })
const titles = async (person: typeof admin, key = listKey) =>
  (await app.ok(listView.list, { listKey: key }, person)).map((one) => one.title)

beforeEach(async () => {
  await app.db.deleteFrom('sysListView').execute()
})

describe('own views', () => {
  test('are stored with what the list showed, and are seen by their owner only', async () => {
    const { id } = await app.ok(listView.save, view('待开考'), teacher)
    expect(await app.ok(listView.list, { listKey }, teacher)).toEqual([
      { id, title: '待开考', shared: false, first: false, editable: true, settings },
    ])
    expect(await titles(other)).toEqual([])
    expect(await titles(admin)).toEqual([])
    expect(await titles(teacher, repo.paging.path)).toEqual([])
  })

  test('are renamed without a change of their settings, and overwritten', async () => {
    const { id } = await app.ok(listView.save, view('甲'), teacher)
    await app.ok(listView.save, { id, listKey, title: '乙' }, teacher)
    expect(await app.ok(listView.list, { listKey }, teacher)).toMatchObject([{ title: '乙', settings }])
    await app.ok(listView.save, { id, listKey, title: '乙', settings: { ...settings, size: 20 } }, teacher)
    expect(await app.ok(listView.list, { listKey }, teacher)).toMatchObject([{ settings: { size: 20 } }])
  })

  test("of another person are not changed, deleted or opened first, also by an administrator's hand", async () => {
    const { id } = await app.ok(listView.save, view('甲'), teacher)
    for (const person of [other, admin, sharer]) {
      expect((await app.call(listView.save, { ...view('改'), id }, person)).code).toBe(code('notFound'))
      expect((await app.call(listView.delete, { ids: [id] }, person)).code).toBe(code('notFound'))
      expect((await app.call(listView['set-first'], { listKey, id }, person)).code).toBe(code('notFound'))
    }
    const { id: mine } = await app.ok(listView.save, view('自己的'), other)
    expect((await app.call(listView.delete, { ids: [mine, id] }, other)).code).toBe(code('notFound'))
    expect(await titles(teacher)).toEqual(['甲'])
    expect(await titles(other)).toEqual(['自己的'])
  })

  test('do not move to another list', async () => {
    const { id } = await app.ok(listView.save, view('甲'), teacher)
    expect((await app.call(listView.save, { ...view('甲'), id, listKey: repo.paging.path }, teacher)).code).toBe(code('notFound'))
    expect((await app.call(listView['set-first'], { listKey: repo.paging.path, id }, teacher)).code).toBe(code('notFound'))
  })

  test('have one name each, of at most 40 characters', async () => {
    await app.ok(listView.save, view('甲'), teacher)
    const taken = await app.call(listView.save, view(' 甲 '), teacher)
    expect([taken.msg, taken.data]).toMatchObject(['此列表已有同名的视图', { fields: [{ field: 'title' }] }])
    await app.ok(listView.save, view('甲'), other)
    expect((await app.call(listView.save, view('长'.repeat(41)), teacher)).code).toBe(code('badInput'))
    expect((await app.call(listView.save, view(' '), teacher)).code).toBe(code('badInput'))
  })

  test('are at most 50 for a list, and of a limited size', async () => {
    const row = { listKey, userId: teacher.id, settings: JSON.stringify(settings), createTime: new Date(), updateTime: new Date() }
    await app.db
      .insertInto('sysListView')
      .values(Array.from({ length: MAX_LIST_VIEWS - 1 }, (_, n) => ({ ...row, title: `视图${n}` })))
      .execute()
    const many = await Promise.all(['甲', '乙', '丙'].map((title) => app.call(listView.save, view(title), teacher)))
    expect(many.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, code('badInput'), code('badInput')])
    expect(await titles(teacher)).toHaveLength(MAX_LIST_VIEWS)
    await app.ok(listView.save, view('甲', { listKey: repo.paging.path }), teacher)
    const large = { ...settings, params: { title: '长'.repeat(MAX_VIEW_SETTINGS) } }
    expect((await app.call(listView.save, view('大', { settings: large, listKey: repo.paging.path }), teacher)).msg).toBe(
      '筛选条件太多，无法保存为视图',
    )
  })

  test('go with their owner', async () => {
    const gone = await app.enrol({ userName: 'gone', roleType: RoleType.staff, roles: ['教师'] })
    const { id } = await app.ok(listView.save, view('甲'), gone)
    await app.ok(listView['set-first'], { listKey, id }, gone)
    await app.ok(user.delete, { ids: [gone.id] }, admin)
    expect(await app.db.selectFrom('sysListView').select('id').execute()).toEqual([])
  })
})

describe('shared views', () => {
  test('are seen by everybody who can open the list, and changed with the tag only', async () => {
    const { id } = await app.ok(listView.save, view('本周', { shared: true }), sharer)
    expect(await app.ok(listView.list, { listKey }, teacher)).toMatchObject([{ id, title: '本周', shared: true, editable: false }])
    expect((await app.call(listView.save, { ...view('改'), id }, teacher)).code).toBe(code('notFound'))
    expect((await app.call(listView.delete, { ids: [id] }, teacher)).code).toBe(code('notFound'))
    expect((await app.call(listView.save, view('共享', { shared: true }), teacher)).data).toMatchObject({
      fields: [{ field: 'shared', msg: '没有共享视图的权限' }],
    })
    await app.ok(listView.save, { ...view('本月', { shared: true }), id }, admin)
    expect(await titles(teacher)).toEqual(['本月'])
    await app.ok(listView.delete, { ids: [id] }, admin)
    expect(await titles(sharer)).toEqual([])
  })

  test('that are taken back belong to the person who did it, and are gone for others', async () => {
    const { id } = await app.ok(listView.save, view('本周', { shared: true }), sharer)
    await app.ok(listView['set-first'], { listKey, id }, teacher)
    await app.ok(listView['set-first'], { listKey, id }, sharer)
    await app.ok(listView.save, { id, listKey, title: '本周', shared: false }, sharer)
    expect(await titles(teacher)).toEqual([])
    expect((await app.ok(user.info, {}, teacher)).firstViews).toEqual({})
    expect((await app.ok(user.info, {}, sharer)).firstViews).toEqual({ [listKey]: id })
  })
})

describe('the view with which a list opens', () => {
  test('is known when the back office starts, and is chosen by each person', async () => {
    const first = await app.ok(listView.save, view('甲', { shared: true }), sharer)
    const second = await app.ok(listView.save, view('乙'), teacher)
    await app.ok(listView['set-first'], { listKey, id: first.id }, teacher)
    await app.ok(listView['set-first'], { listKey, id: second.id }, teacher)
    expect((await app.ok(user.info, {}, teacher)).firstViews).toEqual({ [listKey]: second.id })
    expect((await app.ok(user.info, {}, sharer)).firstViews).toEqual({})
    expect((await app.ok(listView.list, { listKey }, teacher)).map((one) => [one.title, one.first])).toEqual([
      ['乙', true],
      ['甲', false],
    ])
    await app.ok(listView['set-first'], { listKey, id: null }, teacher)
    expect((await app.ok(user.info, {}, teacher)).firstViews).toEqual({})
  })

  test('is none after its deletion', async () => {
    const { id } = await app.ok(listView.save, view('甲'), teacher)
    await app.ok(listView['set-first'], { listKey, id }, teacher)
    await app.ok(listView.delete, { ids: [id] }, teacher)
    expect((await app.ok(user.info, {}, teacher)).firstViews).toEqual({})
  })
})

test('who may not open a list has no views of it', async () => {
  for (const one of [log.paging.path, '/api/nothing/here']) {
    const refusal = one === log.paging.path ? code('forbidden') : code('notFound')
    expect((await app.call(listView.list, { listKey: one }, teacher)).code).toBe(refusal)
    expect((await app.call(listView.save, view('甲', { listKey: one }), teacher)).code).toBe(refusal)
    expect((await app.call(listView['set-first'], { listKey: one, id: null }, teacher)).code).toBe(refusal)
  }
  for (const answer of [
    await app.call(listView.list, { listKey }, learner),
    await app.call(listView.save, view('甲'), learner),
    await app.call(listView.delete, { ids: ['1'] }, learner),
    await app.call(listView['set-first'], { listKey, id: null }, learner),
  ])
    expect(answer.code).toBe(code('forbidden'))
})
