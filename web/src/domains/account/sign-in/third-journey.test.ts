import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { expect, test } from 'vitest'
import { thirdSignInMethods } from './third-journey.ts'

const switches = (on: string[], ready: string[]) => {
  const flags = ['wechatLogin', 'cropLogin', 'dingLogin', 'oidcLogin', 'ldapLogin'].map((name) => [name, on.includes(name)])
  const kinds = ['wechat', 'crop-wechat', 'ding-talk', 'oidc', 'ldap'].map((name) => [name, ready.includes(name)])
  return { ...Object.fromEntries(flags), ready: Object.fromEntries(kinds) } as Data<typeof configSwitch.detail>
}

test('a way to sign in is offered where it is switched on and its provider is set up', () => {
  const all = ['wechatLogin', 'cropLogin', 'dingLogin', 'oidcLogin', 'ldapLogin']
  expect(thirdSignInMethods(switches(all, []))).toEqual([])
  expect(thirdSignInMethods(switches([], ['wechat', 'oidc']))).toEqual([])
  expect(thirdSignInMethods(switches(all, ['wechat', 'oidc']))).toEqual(['wechat', 'oidc'])
  expect(thirdSignInMethods(undefined)).toEqual([])
})
