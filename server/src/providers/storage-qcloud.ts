// Tencent Cloud COS: objects by its XML API, temporary keys by STS GetFederationToken (cloud.tencent.com).
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { StorageQcloud } from '@shuyuan/contract/site/provider/prop-storage.ts'
import type * as z from 'zod'
import { fail } from '../kernel/fail.ts'
import type { CloudUpload } from '../kernel/files/multipart.ts'
import type { StorageProvider, Grant } from '../kernel/storage.ts'
import { callProvider, textOf } from './call-provider.ts'
import { multipartBy } from './multipart-xml.ts'
import { signCos } from './sign-cos.ts'
import { type StorageContext, GRANT_SECONDS, objectsBy } from './storage-ask.ts'
import { encodePath, percentEncode } from './sign-oss.ts'
import { signTc3 } from './sign-tc3.ts'

type Settings = z.output<typeof StorageQcloud>
const LEEWAY_SECONDS = 60

export function qcloudStorage(settings: Settings, context: StorageContext): StorageProvider {
  const { clock } = context
  const { region, bucket, secretId, secretKey, baseUrl } = settings
  const objects = baseUrl === '' ? `https://${bucket}.cos.${region}.myqcloud.com/` : `${addressOf(baseUrl, '')}/${bucket}/`
  const { host, origin, pathname } = new URL(objects)
  const signed = (method: string, key: string, headers: Record<string, string> = {}, query: Record<string, string> = {}) => {
    const now = Math.floor(clock().getTime() / 1_000)
    const request = { method, path: pathname + key, headers: { ...headers, host }, query }
    const authorization = signCos({ secretId, secretKey }, request, [now - LEEWAY_SECONDS, now + GRANT_SECONDS])
    return { method, headers: { ...headers, authorization } }
  }
  const at = (key: string) => objects + encodePath(key)
  const opened = (
    method: string,
    key: string,
    seconds: number,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => {
    const now = Math.floor(clock().getTime() / 1_000)
    const request = { method, path: pathname + key, headers: { ...headers, host }, query }
    const named = Object.entries(query).map(([name, value]) => `${name}=${percentEncode(value)}&`)
    return `${at(key)}?${named.join('')}${signCos({ secretId, secretKey }, request, [now - LEEWAY_SECONDS, now + seconds])}`
  }
  const partUrl = (upload: CloudUpload, number: number, seconds: number) =>
    opened('PUT', upload.key, seconds, { partNumber: String(number), uploadId: upload.id })
  return {
    provider: 'qcloud',
    url: settings.url,
    sendHosts: [origin],
    ...objectsBy(at, signed, 'x-cos-acl', context),
    multipart: multipartBy(at, signed, partUrl, context),
    signedUrl: (key, seconds) => opened('GET', key, seconds),
    // the length is signed as well: a browser sends it by itself
    pieceRequest: (key, size, seconds) => ({
      method: 'PUT',
      url: opened('PUT', key, seconds, {}, { 'content-length': String(size) }),
      headers: {},
      form: null,
    }),
    // 数据万象 GetSnapshot (cloud.tencent.com/document/product/460/49283)
    pictureUrl: (key, at) => opened('GET', key, GRANT_SECONDS, { 'ci-process': 'snapshot', format: 'jpg', time: at.toFixed(3) }),
    async grant(prefix) {
      const keys = await federationToken(settings, prefix, context)
      return { expiration: keys.expiration, fields: { ...keys.fields, region, bucket, host: objects } }
    },
  }
}

/** STS GetFederationToken, restricted to putting objects under one prefix. Fails storageRefused for a refusal, storageDown without a usable answer. */
async function federationToken(
  { region, bucket, secretId, secretKey, stsUrl }: Settings,
  prefix: string,
  { clock, outgoing, requestMs }: StorageContext,
): Promise<Grant> {
  const url = new URL(`${addressOf(stsUrl, 'https://sts.tencentcloudapi.com')}/`)
  const appId = /-(\d+)$/.exec(bucket)?.[1] ?? ''
  const resource = `qcs::cos:${region}:uid/${appId}:${bucket}/${prefix}*`
  const policy = { version: '2.0', statement: [{ effect: 'allow', action: ['name/cos:PutObject'], resource: [resource] }] }
  const body = JSON.stringify({
    Name: 'shuyuan',
    Policy: encodeURIComponent(JSON.stringify(policy)),
    DurationSeconds: GRANT_SECONDS,
  })
  const timestamp = Math.floor(clock().getTime() / 1_000)
  const signed = { 'content-type': 'application/json; charset=utf-8', host: url.host, 'x-tc-action': 'GetFederationToken' }
  const { host: _host, ...headers } = signed
  const { data } = await callProvider(outgoing, {
    url: url.href,
    method: 'POST',
    headers: {
      ...headers,
      authorization: signTc3({ service: 'sts', body, secretId, secretKey, headers: signed, timestamp }),
      'x-tc-version': '2018-08-13',
      'x-tc-timestamp': String(timestamp),
      'x-tc-region': region,
    },
    body,
    timeoutMs: requestMs,
    down: 'storageDown',
  })
  const response = (data.Response ?? {}) as Record<string, unknown>
  const refused = (response.Error ?? {}) as Record<string, unknown>
  const given = (response.Credentials ?? {}) as Record<string, unknown>
  const expiredTime = Number(response.ExpiredTime)
  if (textOf(refused, 'Code') !== '') fail('storageRefused', sayServer('tencentStsRefused', { reason: textOf(refused, 'Code') }))
  const fields = {
    tmpSecretId: textOf(given, 'TmpSecretId'),
    tmpSecretKey: textOf(given, 'TmpSecretKey'),
    sessionToken: textOf(given, 'Token'),
  }
  if (Object.values(fields).includes('') || !Number.isInteger(expiredTime)) fail('storageDown', sayServer('tencentStsStrange'))
  return { expiration: new Date(expiredTime * 1_000), fields }
}
