// Administration of dictionaries: catalogue, values, order, and the revision that invalidates browser caches.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { dic } from '@shuyuan/contract/site/setting/dic.ts'
import { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'

const { app, admin } = await startWith()

const [loop, inUse, kept] = [errors.branchLoop[0], errors.dicInUse[0], errors.dicKept[0]]
const revision = async () => (await app.ok(user.info, {}, admin)).dicRevision
const value = (title: string, code: string, parentId = '0') =>
  app.ok(dicValue.save, { dicCode: 'own', parentId, title, value: code }, admin)

describe('a dictionary', () => {
  test('is in the catalogue under its code, which never changes', async () => {
    const before = await revision()
    const { id } = await app.ok(dic.save, { title: '自定义', dicCode: 'own' }, admin)
    expect(await revision()).toBe(before + 1)
    const below = await app.ok(dic.save, { title: '下级', dicCode: 'own_below', parentId: id }, admin)
    const found = (await app.ok(dic.tree, {}, admin)).find((one) => one.id === id)
    expect(found).toMatchObject({
      title: '自定义',
      rowGuid: 'own',
      parentId: '0',
      builtIn: false,
      valueCount: 0,
      children: [{ rowGuid: 'own_below', parentId: id }],
    })
    expect((await app.call(dic.save, { title: '又一个', dicCode: 'own' }, admin)).fields[0]?.msg).toBe('字典编码已存在')
    expect((await app.call(dic.save, { id, title: '自定义', dicCode: 'other' }, admin)).fields[0]?.msg).toBe('字典编码不能修改')
    expect((await app.call(dic.save, { id, title: '自定义', dicCode: 'own', parentId: below.id }, admin)).code).toBe(loop)
    expect((await app.call(dic.save, { title: '坏编码', dicCode: 'a b' }, admin)).fields[0]?.field).toBe('dicCode')
    expect((await app.call(dic.delete, { ids: [id] }, admin)).code).toBe(inUse)
    await app.ok(dic.delete, { ids: [below.id] }, admin)
  })

  test('can be saved as it was read', async () => {
    const [first] = await app.ok(dic.tree, {}, admin)
    expect(await app.ok(dic.save, first!, admin)).toEqual({ id: first!.id })
  })

  test('from the seed is not removed, but may get another title', async () => {
    const [yesNo] = (await app.ok(dic.tree, {}, admin)).filter((one) => one.rowGuid === 'base_yes_no')
    expect(yesNo?.builtIn).toBe(true)
    expect((await app.call(dic.delete, { ids: [yesNo!.id] }, admin)).code).toBe(kept)
    await app.ok(dic.save, { id: yesNo!.id, title: '是或否', dicCode: 'base_yes_no' }, admin)
  })
})

describe('its values', () => {
  test('are added, changed, moved, found and removed', async () => {
    const before = await revision()
    const [one, two] = [await value('第一', '1'), await value('第二', '2')]
    const sub = await value('第一之下', '11', one.id)
    expect(await revision()).toBe(before + 3)
    const titles = async () => (await app.ok(dic.list, { dicCode: 'own' }, admin)).map((each) => each.title)
    expect((await titles()).toSorted()).toEqual(['第一', '第一之下', '第二'].toSorted())
    expect((await app.call(dicValue.save, { dicCode: 'own', title: '重复', value: '1' }, admin)).fields).toEqual([
      { field: 'value', msg: '字典值已存在' },
    ])
    expect((await app.call(dicValue.save, { dicCode: 'none', title: '无', value: '1' }, admin)).code).toBe(errors.notFound[0])
    expect((await app.call(dicValue.sort, { id: one.id, sort: 0, parentId: sub.id }, admin)).code).toBe(loop)
    await app.ok(dicValue.sort, { id: two.id, sort: 0 }, admin)
    const tree = await app.ok(dicValue.tree, { dicCode: 'own' }, admin)
    expect(tree.map((each) => each.title)).toEqual(['第二', '第一'])
    await app.ok(dicValue.save, { id: sub.id, dicCode: 'own', parentId: two.id, title: '改名', value: '21' }, admin)
    expect((await app.ok(dicValue.tree, { dicCode: 'own' }, admin))[0]?.children[0]).toMatchObject({ title: '改名', value: '21' })
    expect((await app.call(dicValue.delete, { ids: [two.id] }, admin)).msg).toBe('“第二”下还有 1 个下级，不能删除')
    await app.ok(dicValue.delete, { ids: [two.id, sub.id] }, admin)
    expect(await titles()).toEqual(['第一'])
  })

  test('are searched by title, with a limit', async () => {
    for (let at = 0; at < 5; at++) await value(`编号 ${at}%`, `n${at}`)
    expect(await app.ok(dic.list, { dicCode: 'own', title: '编号', limit: 3 }, admin)).toHaveLength(3)
    expect(await app.ok(dic.list, { dicCode: 'own', value: 'n2', limit: 1 }, admin)).toEqual([{ value: 'n2', title: '编号 2%' }])
    expect((await app.ok(dic.list, { dicCode: 'own', title: '4%' }, admin)).map((one) => one.value)).toEqual(['n4'])
  })

  test('are all stored when two changes run concurrently', async () => {
    const before = await revision()
    await Promise.all(['甲', '乙', '丙'].map((title) => value(title, title)))
    expect(await revision()).toBe(before + 3)
  })

  test('a refused change does not increase the revision', async () => {
    const before = await revision()
    await app.call(dicValue.save, { dicCode: 'own', title: '甲', value: '甲' }, admin)
    expect(await revision()).toBe(before)
  })
})
