import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { startWith } from '../../test/people.ts'
import { refusal } from '../../test/refusal.ts'
import { validated } from './body.ts'
import type { Failure } from './fail.ts'

const { app, admin, ann } = await startWith('ann')
const list = { current: 1, size: 10 }
const NUL = String.fromCharCode(0)

describe('a body', () => {
  test.each([
    [exam.paging.path, { ...list, params: { openType: '', state: null, title: '' } }],
    [paper.paging.path, { ...list, params: { examId: '', state: '' } }],
    [user.paging.path, { ...list, params: { roleType: null, state: '' } }],
  ])('of %s: an empty filter means none', async (url, payload) => {
    const reply = await app.http.inject({ method: 'POST', url, headers: { token: admin.token }, payload })
    expect(reply.json()).toMatchObject({ code: 0, data: { total: expect.any(Number) } })
  })

  test('with a text that cannot be stored is refused at the filter', async () => {
    for (const params of [{ realName: NUL }, { title: `a${NUL}` }, { deptCode: '\ud800' }]) {
      const answer = await app.call(paper.paging, { ...list, params }, admin)
      expect(answer).toEqual(refusal('badInput'))
      expect(answer.fields).toHaveLength(1)
    }
    expect(await app.call(course['user-paging'], { ...list, params: { catId: NUL } }, ann)).toEqual(refusal('badInput'))
  })

  test.each([
    ['text/plain', 'text'],
    ['application/xml', '<a/>'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="current"\r\n\r\n1\r\n--x--\r\n'],
  ])('of the type %s is answered with 415', async (type, payload) => {
    const reply = await app.http.inject({
      method: 'POST',
      url: exam.paging.path,
      headers: { token: admin.token, 'content-type': type },
      payload,
    })
    expect([reply.statusCode, reply.json()]).toEqual([415, expect.objectContaining({ msg: '缺少必要参数或参数类型不正确。' })])
  })

  test('far in the future is a time; a day that does not exist is refused', async () => {
    const answers = async (expireTime: string) => app.call(user['batch-expire'], { ids: [ann.id], expireTime }, admin)
    expect(await answers('9999-12-31 23:59:59')).toMatchObject({ code: 0 })
    expect((await app.ok(user.detail, { id: ann.id }, admin)).expireTime).toBe('9999-12-31 23:59:59')
    for (const unreal of ['0000-01-01 00:00:00', '2026-02-31 00:00:00', '2026-02-28 24:00:00'])
      expect((await answers(unreal)).fields).toEqual([{ field: 'expireTime', msg: expect.stringContaining('不是有效的时间') }])
  })

  test('lists its problems at once', async () => {
    const answer = await app.call(menu.save, { menuType: MenuType.menu, parentId: '0', name: 'a', path: '', metaTitle: '' }, admin)
    expect(answer.fields.map(({ field }) => field)).toEqual(expect.arrayContaining(['metaTitle', 'path']))
  })
})

test.each([
  [z.array(z.string()), [1, 2, 3]],
  [z.union([z.array(z.string()), z.int()]), [1, 2, 3]],
  [z.object({ a: z.string(), b: z.string() }), { a: 1, b: 2 }],
])('of a large body the first fault alone is named: %#', (schema, value) => {
  const faults = (firstOnly: boolean) => {
    try {
      validated(z.object({ of: schema }), { of: value }, { storable: true, firstOnly })
      return []
    } catch (error) {
      return (error as Failure).fields
    }
  }
  expect(faults(true)).toHaveLength(1)
  expect(faults(true)).toEqual(faults(false).slice(0, 1))
})
