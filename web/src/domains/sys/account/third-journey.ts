// A journey to a third party and back: what this tab has to remember meanwhile.
import { cropWechat } from '@shuyuan/contract/sys/account/crop-wechat.ts'
import { dingTalk } from '@shuyuan/contract/sys/account/ding-talk.ts'
import { wx } from '@shuyuan/contract/sys/account/wx.ts'
import type { LoginType } from '@shuyuan/contract/sys/provider/prop-login.ts'
import type { Switches } from '@shuyuan/contract/sys/site/switch.ts'
import { call } from '../../../kernel/call/api.ts'

const urlOf = { wechat: wx['get-url'], 'crop-wechat': cropWechat['get-url'], 'ding-talk': dingTalk['get-url'] }

export type Journey = {
  loginType: LoginType
  purpose: 'login' | 'bind'
  /** where to go afterwards; checked again before it is used */
  back: string
  /** what the address of the third party carried: an answer to any other journey is not ours */
  state: string
}
/** An account elsewhere that nobody here has yet, and for whose binding `bindKey` is good. */
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

/** The ways that this house has switched on, in the order in which they are offered. */
export const thirdWays = (switches: Partial<Switches> | undefined): LoginType[] => [
  ...(switches?.wechatLogin ? (['wechat'] as const) : []),
  ...(switches?.cropLogin ? (['crop-wechat'] as const) : []),
  ...(switches?.dingLogin ? (['ding-talk'] as const) : []),
]

/** Leaves for the third party's page. @throws CallFailure when the way is off or not set up */
export async function leaveFor(loginType: LoginType, purpose: Journey['purpose'], back: string): Promise<void> {
  const { url } = await call(urlOf[loginType], { state: purpose })
  const state = new URL(url, window.location.origin).searchParams.get('state') ?? ''
  sessionStorage.setItem(JOURNEY, JSON.stringify({ loginType, purpose, back, state } satisfies Journey))
  window.location.assign(url)
}

/** The journey that this answer belongs to, if it began in this tab. */
export function journeyOf(state: string | null): Journey | undefined {
  const journey = read(JOURNEY) as Journey | undefined
  return journey && state && journey.state === state ? journey : undefined
}
export const endJourney = () => sessionStorage.removeItem(JOURNEY)

export const unbound = (): Unbound | undefined => read(UNBOUND) as Unbound | undefined
export const keepUnbound = (one: Unbound) => sessionStorage.setItem(UNBOUND, JSON.stringify(one))
export const forgetUnbound = () => sessionStorage.removeItem(UNBOUND)
