// A demonstration without an SMS provider: whose codes are shown, and what pages learn about its passwords.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../../test/people.ts'
import { solved, turn } from '../../../../test/sign-in-steps.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { hashPassword } from '../../session/password.service.ts'
import { LEARNER_PASSWORD } from '../../session/published.data.ts'
import { findPublishedPasswords } from '../../session/published.service.ts'

const app = await sharedApp({ env: { DEMO: 'true', HOST: '0.0.0.0' } })
const admin = await app.as('admin')
await turn(app, admin.token, { mobileLogin: true, userReg: true })
const published = await hashPassword(LEARNER_PASSWORD)
const learner = { userName: 'learner01', mobile: '13800001001', passwordHash: published }
await makeUser(app.db, learner)
await makeUser(app.db, { userName: 'visitor', mobile: '13800001002', passwordHash: await hashPassword('Own-Kettle-7') })
await makeUser(app.db, { userName: 'qinwenhui', mobile: '13900009000', passwordHash: published, roleType: RoleType.staff })
await findPublishedPasswords(app.app)

type Purpose = 'login' | 'reg' | 'forgot' | 'bind' | 'unbind'
const codeShown = async (mobile: string, smsType: Purpose, token = '') =>
  (await app.ok(user.sms, { mobile, smsType, ...(await solved(app)) }, token)).demoCode
const aCode = expect.stringMatching(/^\d{6}$/)

test('the code of a learner with a published password is shown and signs in', async () => {
  const smsCode = await codeShown(learner.mobile, 'login')
  expect(smsCode).toEqual(aCode)
  expect(await app.call(user['mobile-login'], { mobile: learner.mobile, smsCode: smsCode ?? '' })).toMatchObject({ code: 0 })
})

test('no code of a back-office user or of a visitor with a password of their own is shown', async () => {
  for (const mobile of ['13900009000', '13800001002'])
    for (const smsType of ['login', 'reg', 'forgot'] as const) expect(await codeShown(mobile, smsType)).toBe('')
})

test('a number without an account may register or be bound by a learner, not by a back-office user', async () => {
  const { token } = await app.as('learner01')
  expect(await codeShown('13700000001', 'reg')).toEqual(aCode)
  expect(await codeShown('13700000002', 'bind', token)).toEqual(aCode)
  expect(await codeShown('13700000003', 'bind', admin.token)).toBe('')
  expect(await codeShown('13800001002', 'bind', token)).toBe('')
  expect(await codeShown(learner.mobile, 'unbind', token)).toEqual(aCode)
  expect(await codeShown('13800001002', 'unbind', token)).toBe('')
})

test('neither the log of messages nor the audit log contains a code', async () => {
  const smsCode = (await codeShown('13700000009', 'reg')) ?? ''
  const rows = [await app.db.selectFrom('sysSmsLog').selectAll().execute(), await app.db.selectFrom('sysLog').selectAll().execute()]
  expect(smsCode).toEqual(aCode)
  expect(JSON.stringify(rows)).not.toContain(smsCode)
})

test('pages learn that it is a demonstration, and whether published passwords can be used from elsewhere', async () => {
  const facts = async () => {
    const { demo, publishedPasswords } = await app.ok(config.detail, {})
    return { demo, publishedPasswords }
  }
  expect(await facts()).toEqual({ demo: true, publishedPasswords: true })
  const passwordHash = await hashPassword('New-Kettle-7')
  await app.db.updateTable('sysUser').set({ passwordHash }).where('userName', '!=', 'visitor').execute()
  expect(await facts()).toEqual({ demo: true, publishedPasswords: false })
  expect(await findPublishedPasswords(app.app)).toBe(false)
  expect((await app.call(user.login, { userName: 'qinwenhui', password: LEARNER_PASSWORD })).code).toBe(errors.signInWrong[0])
})
