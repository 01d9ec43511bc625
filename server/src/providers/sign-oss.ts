// Signature V4 of Aliyun OSS, in the Authorization header (help.aliyun.com, 在Header中包含V4签名).
import { createHash, createHmac } from 'node:crypto'

export type OssKeys = { accessKeyId: string; accessKeySecret: string; securityToken?: string }
type Request = {
  method: string
  bucket: string
  key: string
  region: string
  headers: Record<string, string>
  query?: Record<string, string>
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
/** RFC 3986: everything but letters, digits and -_.~ */
export const percentEncode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
export const encodePath = (path: string) => path.split('/').map(percentEncode).join('/')
const byText = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : a > b ? 1 : 0)
const isSigned = (name: string) => name === 'content-type' || name === 'content-md5' || name.startsWith('x-oss-')

const dateOf = (now: Date) => `${now.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
const searchOf = (query: Record<string, string>) =>
  Object.entries(query)
    .map(([name, value]): [string, string] => [percentEncode(name), percentEncode(value)])
    .toSorted(byText)
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .join('&')

function signatureOf(secret: string, canonical: string, time: string, region: string) {
  const scope = `${time.slice(0, 8)}/${region}/oss/aliyun_v4_request`
  const toSign = ['OSS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const derived = scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `aliyun_v4${secret}`)
  return hmac(derived, toSign).toString('hex')
}

const canonicalOf = ({
  method,
  bucket,
  key,
  search,
  headers,
}: Pick<Request, 'method' | 'bucket' | 'key' | 'headers'> & { search: string }) => {
  const signed = Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim()])
    .filter(([name]) => isSigned(name))
    .toSorted(byText)
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('')
  return [method, encodePath(`/${bucket}/${key}`), search, lines, '', 'UNSIGNED-PAYLOAD'].join('\n')
}

/** The query of an address that opens an object for some seconds (help.aliyun.com, 在URL中包含V4签名). */
export function presignOss(keys: OssKeys, request: Request, now: Date, seconds: number): string {
  const { method, bucket, key, region, headers } = request
  const time = dateOf(now)
  const search = searchOf({
    ...request.query,
    'x-oss-credential': `${keys.accessKeyId}/${time.slice(0, 8)}/${region}/oss/aliyun_v4_request`,
    'x-oss-date': time,
    'x-oss-expires': String(seconds),
    'x-oss-signature-version': 'OSS4-HMAC-SHA256',
  })
  const canonical = canonicalOf({ method, bucket, key, search, headers })
  return `${search}&x-oss-signature=${signatureOf(keys.accessKeySecret, canonical, time, region)}`
}

/** @returns the request's headers with date and Authorization; the body is not signed, as OSS requires */
export function signOss(keys: OssKeys, request: Request, now: Date): Record<string, string> {
  const { method, bucket, key, region, query = {} } = request
  const time = dateOf(now)
  const headers: Record<string, string> = {
    ...request.headers,
    'x-oss-content-sha256': 'UNSIGNED-PAYLOAD',
    'x-oss-date': time,
    ...(keys.securityToken === undefined ? {} : { 'x-oss-security-token': keys.securityToken }),
  }
  const canonical = canonicalOf({ method, bucket, key, search: searchOf(query), headers })
  const scope = `${time.slice(0, 8)}/${region}/oss/aliyun_v4_request`
  const signature = signatureOf(keys.accessKeySecret, canonical, time, region)
  return { ...headers, authorization: `OSS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope},Signature=${signature}` }
}
