// Third-party sign-in: what this tab stores between leaving for the provider and returning.
import { cropWechat } from '@shuyuan/contract/account/sign-in/crop-wechat.ts'
import { dingTalk } from '@shuyuan/contract/account/sign-in/ding-talk.ts'
import { ldap } from '@shuyuan/contract/account/sign-in/ldap.ts'
import { oidc } from '@shuyuan/contract/account/sign-in/oidc.ts'
import { wx } from '@shuyuan/contract/account/sign-in/wx.ts'
import type { LoginType } from '@shuyuan/contract/site/provider/prop-login.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { call } from '../../../kernel/call/api.ts'

const urlOf = {
  wechat: wx['get-url'],
  'crop-wechat': cropWechat['get-url'],
  'ding-talk': dingTalk['get-url'],
  oidc: oidc['get-url'],
  ldap: ldap['get-url'],
}

export type Journey = {
  loginType: LoginType
  purpose: 'login' | 'bind'
  /** the path to return to; checked again before it is used */
  back: string
  /** the `state` sent to the provider: an answer with another state is rejected */
  state: string
}
/** A third-party account that is not bound to any user; `bindKey` allows to bind it. */
export type Unbound = { bindKey: string; loginType: LoginType; nickName: string }

const JOURNEY = 'third.journey'
const UNBOUND = 'third.unbound'

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const switchOf = {
  wechat: 'wechatLogin',
  'crop-wechat': 'cropLogin',
  'ding-talk': 'dingLogin',
  oidc: 'oidcLogin',
  ldap: 'ldapLogin',
} as const

/** The third-party sign-in methods that the site has switched on and set up, in display order. */
export const thirdSignInMethods = (switches: Data<typeof configSwitch.detail> | undefined): LoginType[] =>
  (Object.keys(switchOf) as LoginType[]).filter((type) => switches?.[switchOf[type]] && switches.ready[type])

/** Redirects to the provider's page. @throws CallFailure if the method is switched off or not configured */
export async function leaveFor(loginType: LoginType, purpose: Journey['purpose'], back: string): Promise<void> {
  const { url } = await call(urlOf[loginType], { state: purpose })
  const state = new URL(url, window.location.origin).searchParams.get('state') ?? ''
  sessionStorage.setItem(JOURNEY, JSON.stringify({ loginType, purpose, back, state } satisfies Journey))
  window.location.assign(url)
}

/** The sign-in that this answer belongs to, if this tab started it. */
export function journeyOf(state: string | null): Journey | undefined {
  const journey = read(JOURNEY) as Journey | undefined
  return journey && state && journey.state === state ? journey : undefined
}
export const endJourney = () => sessionStorage.removeItem(JOURNEY)

export const unbound = (): Unbound | undefined => read(UNBOUND) as Unbound | undefined
export const storeUnbound = (one: Unbound) => sessionStorage.setItem(UNBOUND, JSON.stringify(one))
export const clearUnbound = () => sessionStorage.removeItem(UNBOUND)
