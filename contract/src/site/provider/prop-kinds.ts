// Every kind of provider with the settings of its providers.
import { say } from '../site.texts.ts'
import type { Message } from '../../kernel/message.ts'
import type * as z from '../../kernel/z.ts'
import { payKinds } from './prop-pay.ts'
import { MASK } from './prop-field.ts'
import { FaceAliyun, FaceBaidu, FaceLocal, FaceQcloud } from './prop-face.ts'
import { HotelHttp, HotelLocal } from './prop-hotel.ts'
import { LiveAliyun } from './prop-live.ts'
import { LoginDingtalk, LoginLdap, LoginLocal, LoginOidc, LoginWechat, LoginWecom } from './prop-login.ts'
import { MailLocal, MailSmtp } from './prop-mail.ts'
import { modelGiven, modelKnown, ModelRules } from './prop-model.ts'
import { SmsAliyun, SmsLocal, SmsTencent } from './prop-sms.ts'
import { StorageAliyun, StorageLocal, StorageQcloud, StorageQiniu, StorageS3 } from './prop-storage.ts'

export const propTypes = [
  'upload',
  'face',
  'live',
  'sms',
  'mail',
  'pay',
  'wechat',
  'crop-wechat',
  'ding-talk',
  'oidc',
  'ldap',
  'hotel',
  'model',
] as const
export type PropType = (typeof propTypes)[number]

type Provider = { title: string; data: z.ZodObject }
type Kind = {
  title: string
  /** message when no provider is chosen (admin.md §5) */
  missing: Message
  providers: Record<string, Provider>
  /** several providers can be active */
  several?: true
  /** a permission tag that reading and writing need besides that of the call */
  permit?: string
}
const missing = say('providerUnchosen')
const testLogin: Provider = { title: '测试登录（仅供试用）', data: LoginLocal }

export const propKinds: Record<PropType, Kind> = {
  upload: {
    title: '存储配置',
    missing: say('providerUnchosenUpload'),
    providers: {
      local: { title: '本地存储', data: StorageLocal },
      aliyun: { title: '阿里云 OSS', data: StorageAliyun },
      qcloud: { title: '腾讯云 COS', data: StorageQcloud },
      qiniu: { title: '七牛云', data: StorageQiniu },
      s3: { title: 'S3 兼容存储（MinIO、Ceph 等）', data: StorageS3 },
    },
  },
  face: {
    title: '人脸识别',
    missing,
    providers: {
      local: { title: '本机比对（免费，无需账号）', data: FaceLocal },
      baidu: { title: '百度智能云', data: FaceBaidu },
      qcloud: { title: '腾讯云', data: FaceQcloud },
      aliyun: { title: '阿里云', data: FaceAliyun },
    },
  },
  live: { title: '直播配置', missing: say('providerUnchosenLive'), providers: { aliyun: { title: '阿里云直播', data: LiveAliyun } } },
  sms: {
    title: '短信配置',
    missing,
    providers: {
      local: { title: '本地（不发送，仅记录）', data: SmsLocal },
      aliyun: { title: '阿里云短信', data: SmsAliyun },
      tencent: { title: '腾讯云短信', data: SmsTencent },
    },
  },
  mail: {
    title: '邮件配置',
    missing,
    providers: { local: { title: '本地（不发送，仅记录）', data: MailLocal }, smtp: { title: 'SMTP 邮箱', data: MailSmtp } },
  },
  // the same accounts as those of /api/pay/config
  pay: { title: '支付配置', missing, providers: payKinds, several: true, permit: 'pay:config' },
  wechat: { title: '微信登录', missing, providers: { wechat: { title: '微信开放平台', data: LoginWechat }, local: testLogin } },
  'crop-wechat': { title: '企业微信登录', missing, providers: { wecom: { title: '企业微信', data: LoginWecom }, local: testLogin } },
  'ding-talk': { title: '钉钉登录', missing, providers: { dingtalk: { title: '钉钉开放平台', data: LoginDingtalk }, local: testLogin } },
  oidc: { title: '统一身份认证登录', missing, providers: { oidc: { title: 'OpenID Connect', data: LoginOidc }, local: testLogin } },
  ldap: { title: '目录账号登录', missing, providers: { ldap: { title: 'LDAP', data: LoginLdap }, local: testLogin } },
  hotel: {
    title: '酒店查询',
    missing,
    providers: { local: { title: '本地酒店表', data: HotelLocal }, http: { title: 'HTTP 接口', data: HotelHttp } },
  },
  model: {
    title: '智能助手',
    missing: say('providerUnchosenModel'),
    providers: {
      rules: { title: '按规则出题（不连接模型）', data: ModelRules },
      deepseek: { title: 'DeepSeek', data: modelKnown('none') },
      dashscope: { title: '阿里云百炼', data: modelKnown('top') },
      zhipu: { title: '智谱', data: modelKnown('type') },
      moonshot: { title: '月之暗面', data: modelKnown('none') },
      local: { title: 'Ollama、vLLM、LM Studio', data: modelGiven('none') },
      other: { title: 'OpenAI 兼容接口', data: modelGiven('none') },
    },
  },
}

/** The settings of a provider; undefined for an unknown name. */
export const providerOf = (type: PropType, provider: string): Provider | undefined =>
  Object.hasOwn(propKinds[type].providers, provider) ? propKinds[type].providers[provider] : undefined

const isSecret = (schema: z.ZodType) => schema.meta()?.control === 'password'
/** Names of the secret fields. */
export const secretsOf = (data: z.ZodObject): string[] =>
  Object.entries(data.shape).flatMap(([name, one]) => (isSecret(one as z.ZodType) ? [name] : []))

/** Names of the secret fields that the provider is never sent. */
export const ownSecretsOf = (data: z.ZodObject): string[] =>
  secretsOf(data).filter((name) => (data.shape[name] as z.ZodType).meta()?.isOwn === true)

/** Names of the fields that decide to which host the server sends requests. */
export const addressesOf = (data: z.ZodObject): string[] =>
  Object.entries(data.shape).flatMap(([name, one]) => ((one as z.ZodType).meta()?.isAddress === true ? [name] : []))

/** Stored settings with each secret replaced by MASK. */
export const masked = (data: z.ZodObject, stored: Record<string, unknown>): Record<string, unknown> => {
  const secrets = secretsOf(data)
  const known = Object.entries(stored).filter(([name]) => Object.hasOwn(data.shape, name))
  return Object.fromEntries(known.map(([name, value]) => [name, secrets.includes(name) && value !== '' ? MASK : value]))
}
