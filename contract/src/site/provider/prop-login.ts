// Settings of third-party sign-in.
import { say } from '../site.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { webAddress } from '../../kernel/rule.ts'
import { address, baseUrl, optionalSetting, secret, setting } from './prop-field.ts'

export const loginTypes = {
  wechat: '微信',
  'crop-wechat': '企业微信',
  'ding-talk': '钉钉',
  oidc: '统一身份认证',
  ldap: '目录账号',
} as const
export type LoginType = keyof typeof loginTypes
export const loginType = z.enum(Object.keys(loginTypes) as LoginType[], { error: encoded(say('loginTypeWrong')) })

/** A website application of open.weixin.qq.com. */
export const LoginWechat = z.object({ appId: setting('AppID'), secret: secret('AppSecret'), baseUrl })
/** An application of a company in WeCom. */
export const LoginWecom = z.object({ corpId: setting('企业 ID'), agentId: setting('应用 AgentId'), secret: secret('应用 Secret'), baseUrl })
/** An application of open.dingtalk.com; its AppKey is now called Client ID. */
export const LoginDingtalk = z.object({ appId: setting('Client ID（AppKey）'), secret: secret('Client Secret（AppSecret）'), baseUrl })
/** A client of an OpenID Connect provider; everything else is read from the provider's discovery document. */
export const LoginOidc = z.object({
  issuer: address(webAddress('签发者地址（Issuer）')),
  clientId: setting('Client ID'),
  secret: secret('Client Secret'),
  /** besides openid, separated by spaces */
  scope: optionalSetting('附加权限范围（scope）'),
})
/** A directory by LDAP, with TLS from the start or by StartTLS. */
export const LoginLdap = z.object({
  url: address(
    setting('目录服务器')
      .regex(/^ldaps?:\/\/[a-z\d.-]+(?::\d{1,5})?\/?$/i, encoded(say('ldapUrlForm')))
      .meta({ title: '目录服务器', control: 'text' }),
  ),
  /** certificates in PEM that are trusted instead of the public ones */
  ca: optionalSetting('CA 证书（PEM）', 20_000).meta({ title: 'CA 证书（PEM）', control: 'textarea' }),
  bindDn: setting('查询账号 DN'),
  secret: secret('查询账号密码'),
  baseDn: setting('查找范围 DN'),
  /** {u} stands for the user name */
  filter: setting('查找条件', undefined, 500)
    .refine((text) => text.includes('{u}'), encoded(say('ldapFilterForm')))
    .meta({ title: '查找条件', control: 'text' }),
  /** an attribute that never changes and is never assigned to another person: entryUUID, objectGUID */
  idAttribute: setting('唯一标识属性', undefined, 60)
    .regex(/^[a-z][a-z\d-]*$/i, encoded(say('ldapAttributeForm')))
    .meta({ title: '唯一标识属性', control: 'text' }),
  nameAttribute: setting('姓名属性', undefined, 60)
    .regex(/^[a-z][a-z\d-]*$/i, encoded(say('ldapAttributeForm')))
    .meta({ title: '姓名属性', control: 'text' }),
})
/** Test identities of this server instead of third-party accounts. */
export const LoginLocal = z.object({})
