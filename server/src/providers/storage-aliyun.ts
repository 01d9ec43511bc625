// Aliyun OSS: objects by its REST API, temporary keys by STS AssumeRole (help.aliyun.com).
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { StorageAliyun } from '@shuyuan/contract/site/provider/prop-storage.ts'
import type * as z from 'zod'
import { fail } from '../kernel/fail.ts'
import type { CloudUpload } from '../kernel/files/multipart.ts'
import type { StorageProvider, Grant } from '../kernel/storage.ts'
import { callProvider, textOf } from './call-provider.ts'
import { multipartBy } from './multipart-xml.ts'
import { type StorageContext, GRANT_SECONDS, objectsBy } from './storage-ask.ts'
import { acs3Query, signAcs3 } from './sign-acs3.ts'
import { encodePath, presignOss, signOss } from './sign-oss.ts'

type Settings = z.output<typeof StorageAliyun>

/** `oss-cn-hangzhou-internal.aliyuncs.com`, `oss-cn-hangzhou` and `cn-hangzhou` all name cn-hangzhou. */
export const ossRegion = (endpoint: string) =>
  endpoint
    .replace(/^https?:\/\//, '')
    .split('.', 1)[0]!
    .replace(/^oss-/, '')
    .replace(/-internal$/, '')
const ossHost = (endpoint: string) => {
  const name = endpoint.replace(/^https?:\/\//, '').split('/', 1)[0]!
  return name.includes('.') ? name : `oss-${ossRegion(endpoint)}.aliyuncs.com`
}

/** The address to which a key is appended: the bucket's own host, or a folder below a configured address. */
const objectsOf = ({ endpoint, bucket, baseUrl }: Settings, host = ossHost(endpoint)) =>
  baseUrl === '' ? `https://${bucket}.${host}/` : `${addressOf(baseUrl, '')}/${bucket}/`

export function aliyunStorage(settings: Settings, context: StorageContext): StorageProvider {
  const { clock } = context
  const { bucket, accessKeyId, accessKeySecret } = settings
  const region = ossRegion(settings.endpoint)
  const objects = objectsOf(settings)
  const send = objectsOf(settings, ossHost(settings.endpoint).replace('-internal', ''))
  const signed = (method: string, key: string, headers: Record<string, string> = {}, query: Record<string, string> = {}) => ({
    method,
    headers: signOss({ accessKeyId, accessKeySecret }, { method, bucket, key, region, headers, query }, clock()),
  })
  const at = (key: string) => objects + encodePath(key)
  // a browser cannot use the address inside the provider's network
  const opened = (method: string, key: string, seconds: number, query: Record<string, string> = {}) =>
    `${send}${encodePath(key)}?${presignOss({ accessKeyId, accessKeySecret }, { method, bucket, key, region, headers: {}, query }, clock(), seconds)}`
  const partUrl = (upload: CloudUpload, number: number, seconds: number) =>
    opened('PUT', upload.key, seconds, { partNumber: String(number), uploadId: upload.id })
  return {
    provider: 'aliyun',
    url: settings.url,
    sendHosts: [new URL(send).origin],
    ...objectsBy(at, signed, 'x-oss-object-acl', context),
    multipart: multipartBy(at, signed, partUrl, context),
    signedUrl: (key, seconds) => opened('GET', key, seconds),
    // a signed address cannot limit the size
    pieceRequest: (key, _size, seconds) => ({ method: 'PUT', url: opened('PUT', key, seconds), headers: {}, form: null }),
    // 视频截帧 (help.aliyun.com/document_detail/64555.html): milliseconds
    pictureUrl: (key, at) =>
      opened('GET', key, GRANT_SECONDS, { 'x-oss-process': `video/snapshot,t_${Math.round(at * 1_000)},f_jpg,ar_auto` }),
    async grant(prefix) {
      const keys = await assumeRole(settings, prefix, context)
      return { expiration: keys.expiration, fields: { ...keys.fields, region, bucket, host: send } }
    },
  }
}

/** STS AssumeRole, restricted to putting objects under one prefix. Fails storageRefused for a refusal, storageDown without a usable answer. */
async function assumeRole(
  { arn, bucket, accessKeyId, accessKeySecret, stsUrl }: Settings,
  prefix: string,
  { clock, outgoing, requestMs }: StorageContext,
): Promise<Grant> {
  const policy = {
    Version: '1',
    Statement: [{ Effect: 'Allow', Action: ['oss:PutObject'], Resource: [`acs:oss:*:*:${bucket}/${prefix}*`] }],
  }
  const query = acs3Query({
    RoleArn: arn,
    RoleSessionName: 'shuyuan-upload',
    DurationSeconds: String(GRANT_SECONDS),
    Policy: JSON.stringify(policy),
  })
  const url = new URL(`${addressOf(stsUrl, 'https://sts.aliyuncs.com')}/?${query}`)
  const request = { method: 'POST' as const, url, action: 'AssumeRole', version: '2015-04-01', accessKeyId, accessKeySecret, now: clock() }
  const { host: _host, ...headers } = signAcs3(request)
  const { status, data } = await callProvider(outgoing, {
    url: url.href,
    method: 'POST',
    headers,
    timeoutMs: requestMs,
    down: 'storageDown',
  })
  const given = (data.Credentials ?? {}) as Record<string, unknown>
  const fields = {
    accessKeyId: textOf(given, 'AccessKeyId'),
    accessKeySecret: textOf(given, 'AccessKeySecret'),
    securityToken: textOf(given, 'SecurityToken'),
  }
  const expiration = new Date(textOf(given, 'Expiration'))
  if (status >= 400 && status < 500) fail('storageRefused', sayServer('aliyunStsRefused', { reason: textOf(data, 'Code') || status }))
  if (Object.values(fields).includes('') || Number.isNaN(expiration.getTime())) fail('storageDown', sayServer('aliyunStsStrange'))
  return { expiration, fields }
}
