// The automatic audit, with a provider stub.
import { real, RealState } from '@shuyuan/contract/account/realname/real.ts'
import { beforeEach, expect, test } from 'vitest'
import { realPeople } from '../../../../test/real-people.ts'
import { sharedApp } from '../../../../test/people.ts'
import { identityOf } from './real-auto.service.ts'
import type { IdentityProvider } from '../../../providers/identity.ts'

/** Decides by the name. */
const providerStub: IdentityProvider = {
  verify: ({ realName }) => {
    if (realName.startsWith('真')) return Promise.resolve({ verdict: 'passed', reason: '核验一致' })
    if (realName.startsWith('假')) return Promise.resolve({ verdict: 'rejected', reason: '姓名与身份证号不一致' })
    return Promise.reject(new Error('no answer'))
  },
}
const app = await sharedApp()
identityOf.replace(app.app, providerStub)
const people = await realPeople(app)
beforeEach(() => people.setSwitches({ realPerson: true, faceAudit: 'auto' }))

test.each([
  ['真先生', { state: RealState.passed, realPerson: true, auditMsg: '核验一致' }],
  ['假先生', { state: RealState.rejected, realPerson: false, auditMsg: '姓名与身份证号不一致' }],
  ['无先生', { state: RealState.waiting, realPerson: false, auditMsg: '' }],
])('%s is decided after the request is stored, or left to a person', async (realName, outcome) => {
  const { token, request, latest } = await people.newPerson(`auto-${realName}`, realName)
  await app.ok(real.submit, await request(), token)
  expect(await latest()).toMatchObject(outcome)
})

test('an auditor has several requests decided one by one, and none twice', async () => {
  await people.setSwitches({ faceAudit: 'manual' })
  const ids: string[] = []
  for (const realName of ['真女士', '假女士', '无女士', '真公子']) {
    const { token, request, latest } = await people.newPerson(`several-${realName}`, realName)
    await app.ok(real.submit, await request(), token)
    ids.push((await latest()).id)
  }
  await people.audit([ids[3]!], RealState.rejected)
  expect(await app.ok(real['auto-audit'], { ids }, people.admin)).toEqual({
    passed: 1,
    rejected: 1,
    manual: 1,
    msg: '人脸服务暂时不可用，已转人工审核',
  })
  expect((await app.ok(real.detail, { id: ids[3]! }, people.admin))?.auditMsg).toBe('清楚')
  expect((await app.ok(real.detail, { id: ids[2]! }, people.admin))?.autoResult).toBe('人脸服务暂时不可用，已转人工审核')
})

test('a number that another account has is never passed automatically', async () => {
  await people.setSwitches({ faceAudit: 'manual' })
  const [one, two] = [await people.newPerson('twin-1', '真一'), await people.newPerson('twin-2', '真二')]
  const body = await one.request()
  await app.ok(real.submit, body, one.token)
  await app.ok(real.submit, await two.request({ idCard: body.idCard }), two.token)
  const ids = [(await one.latest()).id, (await two.latest()).id]
  expect(await app.ok(real['auto-audit'], { ids }, people.admin)).toMatchObject({ passed: 1, manual: 1, msg: '该身份证号已被其他账号认证' })
})
