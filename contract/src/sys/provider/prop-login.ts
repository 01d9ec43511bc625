// Settings of third-party sign-in.
import { say } from '../sys.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from 'zod'
import { baseUrl, secret, setting } from './prop-field.ts'

export const loginTypes = { wechat: '微信', 'crop-wechat': '企业微信', 'ding-talk': '钉钉' } as const
export type LoginType = keyof typeof loginTypes
export const loginType = z.enum(Object.keys(loginTypes) as LoginType[], { error: encoded(say('loginTypeWrong')) })

/** A website application of open.weixin.qq.com. */
export const LoginWechat = z.object({ appId: setting('AppID'), secret: secret('AppSecret'), baseUrl })
/** An application of a company in WeCom. */
export const LoginWecom = z.object({ corpId: setting('企业 ID'), agentId: setting('应用 AgentId'), secret: secret('应用 Secret'), baseUrl })
/** An application of open.dingtalk.com; its AppKey is now called Client ID. */
export const LoginDingtalk = z.object({ appId: setting('Client ID（AppKey）'), secret: secret('Client Secret（AppSecret）'), baseUrl })
/** Test identities of this server instead of third-party accounts. */
export const LoginLocal = z.object({})
