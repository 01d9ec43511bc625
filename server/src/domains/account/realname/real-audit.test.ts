// Real-name requests as auditors decide them, and the effect on the account.
import { real, RealState } from '@shuyuan/contract/account/realname/real.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { realPeople } from '../../../../test/real-people.ts'
import { sharedApp } from '../../../../test/people.ts'
import { wire } from '../../../../test/wire.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { plainAddress } from '../../../kernel/files/signed-file.ts'

const ascending = (a: number, b: number) => a - b
const app = await sharedApp()
const people = await realPeople(app)
beforeEach(() => people.setSwitches({ realPerson: true, faceAudit: 'manual' }))

describe('an audit', () => {
  test('that passes stores name, number and photo in the account and sends a message', async () => {
    const { token, request, row, latest } = await people.newPerson('passer', '旧名')
    const body = await request({ realName: '新名' })
    await app.ok(real.submit, body, token)
    expect(await row()).toMatchObject({ realPerson: false, realName: '旧名', face: '' })
    const { id } = await latest()
    expect((await people.audit([id], RealState.passed)).code).toBe(0)
    expect(await row()).toMatchObject({ realPerson: true, realName: '新名', idCard: body.idCard, face: body.face, sex: '男' })
    expect(app.app.seal.isSealed((await row()).sealed)).toBe(true)
    expect(await latest()).toMatchObject({ state: RealState.passed, auditMsg: '清楚' })
    const me = await app.ok(user.info, {}, token)
    expect(me).toMatchObject({ realName: '新名', unreadMsg: 1 })
  })

  test('that rejects changes only the record, and gives the reason; the user may then request again', async () => {
    const { id, token, request, row, latest } = await people.newPerson('rejected')
    await app.ok(real.submit, await request(), token)
    expect((await people.audit([(await latest()).id], RealState.rejected, '照片模糊')).code).toBe(0)
    expect(await latest()).toMatchObject({ state: RealState.rejected, auditMsg: '照片模糊' })
    expect(await row()).toMatchObject({ realPerson: false, idCard: '' })
    const msg = await app.db.selectFrom('sysMsg').where('userId', '=', id).select(['title', 'content']).executeTakeFirstOrThrow()
    expect(msg.content).toContain('照片模糊')
    await app.ok(real.submit, await request(), token)
  })

  test('leaves the old photo until the new one passes, and never changes name and number', async () => {
    const { token, request, row, latest } = await people.newPerson('again', '恒名')
    const first = await request()
    await app.ok(real.submit, first, token)
    await people.audit([(await latest()).id], RealState.passed)
    expect((await app.call(real.submit, { ...first, realName: '别名' }, token)).fields[0]?.field).toBe('realName')
    expect((await app.call(real.submit, { ...first, idCard: people.newIdCard() }, token)).fields[0]?.field).toBe('idCard')
    const second = await request({ idCard: first.idCard })
    await app.ok(real.submit, second, token)
    const waiting = await latest()
    expect(waiting).toMatchObject({ state: RealState.waiting, realPerson: true })
    expect((await row()).face).toBe(first.face)
    expect(plainAddress((await app.ok(real.detail, { id: waiting.id }, people.admin))?.currentFace ?? '')).toBe(first.face)
    await people.audit([waiting.id], RealState.rejected, '不像')
    expect(await row()).toMatchObject({ face: first.face, realPerson: true })
    await app.ok(real.submit, second, token)
    await people.audit([(await latest()).id], RealState.passed)
    expect((await row()).face).toBe(second.face)
  })

  test.each([
    [{ state: undefined, auditMsg: '好' }, '审核意见不能为空！'],
    [{ state: wire(3), auditMsg: '好' }, '审核意见不能为空！'],
    [{ state: RealState.passed, auditMsg: ' ' }, '审核理由不能为空！'],
    [{ ids: [], state: RealState.passed, auditMsg: '好' }, '请至少选择一条数据！'],
    [{ ids: ['999999'], state: RealState.passed, auditMsg: '好' }, '数据不存在或已被删除'],
  ])('%j is refused', async (body, msg) => {
    expect((await app.call(real.audit, { ids: ['1'], ...body } as never, people.admin)).msg).toBe(msg)
  })

  test('by two auditors concurrently counts once; of several requests, all or none', async () => {
    const [one, two] = [await people.newPerson('batch-1'), await people.newPerson('batch-2')]
    for (const { token, request } of [one, two]) await app.ok(real.submit, await request(), token)
    const ids = [(await one.latest()).id, (await two.latest()).id]
    const both = await Promise.all([people.audit([ids[0]!], RealState.passed), people.audit([ids[0]!], RealState.rejected)])
    expect(both.map((answer) => answer.code).toSorted(ascending)).toEqual([0, errors.realAudited[0]])
    expect((await people.audit(ids, RealState.passed)).msg).toBe('有申请已被其他人审核，请刷新后查看')
    expect((await two.latest()).state).toBe(RealState.waiting)
    expect((await people.audit([ids[1]!, ids[1]!], RealState.passed)).code).toBe(0)
  })

  test('never stores one number in two accounts', async () => {
    const [one, two] = [await people.newPerson('same-1'), await people.newPerson('same-2')]
    const body = await one.request()
    await app.ok(real.submit, body, one.token)
    await app.ok(real.submit, await two.request({ idCard: body.idCard }), two.token)
    const both = await Promise.all([
      people.audit([(await one.latest()).id], RealState.passed),
      people.audit([(await two.latest()).id], RealState.passed),
    ])
    expect(both.map((answer) => answer.code).toSorted(ascending)).toEqual([0, errors.realTaken[0]])
    const third = await people.newPerson('same-3')
    expect((await app.call(real.submit, await third.request({ idCard: body.idCard }), third.token)).msg).toBe('该身份证号已被其他账号认证')
  })
})

describe('the queue', () => {
  const find = async (params: Body<typeof real.paging>['params'], token = people.admin) =>
    (await app.ok(real.paging, { params, size: 100 }, token)).records

  test('is in order of arrival, is searched by name and number, and shows whole numbers to auditors only', async () => {
    const { token, request } = await people.newPerson('queued', '候审人')
    const { idCard } = await request()
    await app.ok(real.submit, await request({ idCard }), token)
    const waiting = await find({ state: RealState.waiting })
    expect(waiting.map((row) => Number(row.id))).toEqual(waiting.map((row) => Number(row.id)).toSorted((a, b) => a - b))
    expect(await find({ realName: '候审' })).toMatchObject([{ userName: 'queued', idCard, state_dictText: '待审核' }])
    expect(await find({ idCard: ` ${idCard} ` })).toHaveLength(1)
    expect(await find({ idCard: idCard.slice(0, 17) })).toEqual([])
    expect(await find({ idCard: '%' })).toEqual([])

    const list = await app.db.selectFrom('sysMenu').where('permissionTag', '=', 'sys:user:real:list').select('id').execute()
    const role = await app.db
      .insertInto('sysRole')
      .values({ roleName: '只看实名', roleLevel: 5, dataScope: DataScope.all })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('sysRoleMenu')
      .values(list.map((menu) => ({ roleId: role.id, menuId: menu.id })))
      .execute()
    await makeUser(app.db, { userName: 'looker', roleType: RoleType.staff, roles: ['只看实名'] })
    const viewer = (await app.as('looker')).token
    const [seen] = await find({ realName: '候审' }, viewer)
    expect(seen?.idCard).toMatch(/^440\*+\d{3}[\dX]$/)
    expect(await find({ idCard: idCard.slice(0, 17) }, viewer)).toEqual([])
    expect(await find({ idCard }, viewer)).toHaveLength(1)
    expect((await people.audit([seen!.id], RealState.passed, '好', viewer)).code).toBe(errors.forbidden[0])
  })

  test('is limited to the auditor’s own branch', async () => {
    const north = await makeDepart(app.db, 'A01', '北区')
    const tags = await app.db.selectFrom('sysMenu').where('permissionTag', 'like', 'sys:user:real:%').select('id').execute()
    const role = await app.db
      .insertInto('sysRole')
      .values({ roleName: '北区审核', roleLevel: 5, dataScope: DataScope.branch })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('sysRoleMenu')
      .values(tags.map((menu) => ({ roleId: role.id, menuId: menu.id })))
      .execute()
    await makeUser(app.db, { userName: 'northerner', roleType: RoleType.staff, roles: ['北区审核'], deptCode: north })
    const { token } = await app.as('northerner')
    const outside = await people.newPerson('outside')
    await app.ok(real.submit, await outside.request(), outside.token)
    const { id } = await outside.latest()
    expect(await find({}, token)).toEqual([])
    expect((await people.audit([id], RealState.passed, '好', token)).code).toBe(errors.notFound[0])
    expect((await app.call(real.detail, { id }, token)).code).toBe(errors.notFound[0])
    expect((await app.call(real['auto-audit'], { ids: [id] }, token)).code).toBe(errors.notFound[0])
  })
})
