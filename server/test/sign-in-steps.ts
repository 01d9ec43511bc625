// Steps of sign-in tests: a solved captcha, an SMS code, the switches.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import type { SmsType } from '@shuyuan/contract/site/provider/sms-type.ts'
import type { LoginType } from '@shuyuan/contract/site/provider/prop-login.ts'
import { configSwitch, type Switches } from '@shuyuan/contract/site/config/switch.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { switches } from '../src/domains/site/config/config.service.ts'
import { usePhones } from './sms-phone.ts'
import type { TestApp } from './start-app.ts'

/** A solved captcha. */
export async function solved(app: TestApp) {
  const captchaKey = randomUUID()
  await app.http.inject({ method: 'GET', url: `${captcha.gen.path}?key=${captchaKey}` })
  const row = await app.db.selectFrom('commonCaptcha').where('captchaKey', '=', captchaKey).select('value').executeTakeFirstOrThrow()
  return { captchaKey, captchaValue: row.value }
}

/** Requests an SMS code. @returns the code that arrived on the phone */
export async function sentCode(app: TestApp, mobile: string, smsType: SmsType, token = ''): Promise<string> {
  const phones = await usePhones(app)
  const before = phones.count(mobile)
  await app.ok(user.sms, { mobile, smsType, ...(await solved(app)) }, token)
  await expect.poll(() => phones.count(mobile)).toBe(before + 1)
  return phones.code(mobile)
}

export async function turn(app: TestApp, admin: string, change: Partial<Switches>): Promise<void> {
  await app.ok(configSwitch.save, { ...(await switches(app.ctx())), ...change }, admin)
}

/** Enables third-party sign-in with the local provider and its test identities. */
export async function useLocalThird(app: TestApp, admin: string, type: LoginType): Promise<void> {
  await app.ok(configProp.change, { type, provider: 'local', data: {} }, admin)
}
