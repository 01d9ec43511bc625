// Request signatures of the storage providers, computed in the browser with temporary keys.
type Bytes = Uint8Array<ArrayBuffer>
const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)
const hex = (bytes: ArrayBuffer) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function hmac(hash: 'SHA-1' | 'SHA-256', secret: Bytes, text: string): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash }, false, ['sign'])
  return crypto.subtle.sign('HMAC', key, bytesOf(text))
}
const digest = async (hash: 'SHA-1' | 'SHA-256', text: string) => hex(await crypto.subtle.digest(hash, bytesOf(text)))

/** RFC 3986: everything but letters, digits and -_.~ */
const percentEncode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
export const encodePath = (path: string) => path.split('/').map(percentEncode).join('/')

export type OssKeys = { accessKeyId: string; accessKeySecret: string; securityToken: string; bucket: string; region: string }

/** The headers of a PUT to OSS: Signature V4, body unsigned. */
export async function ossPutHeaders(keys: OssKeys, key: string, type: string, now: Date): Promise<Record<string, string>> {
  const time = `${now.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
  const headers: Record<string, string> = {
    'content-type': type,
    'x-oss-content-sha256': 'UNSIGNED-PAYLOAD',
    'x-oss-date': time,
    'x-oss-security-token': keys.securityToken,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const canonical = ['PUT', encodePath(`/${keys.bucket}/${key}`), '', lines.join(''), '', 'UNSIGNED-PAYLOAD'].join('\n')
  const scope = `${time.slice(0, 8)}/${keys.region}/oss/aliyun_v4_request`
  let derived = bytesOf(`aliyun_v4${keys.accessKeySecret}`)
  for (const part of scope.split('/')) derived = new Uint8Array(await hmac('SHA-256', derived, part))
  const toSign = ['OSS4-HMAC-SHA256', time, scope, await digest('SHA-256', canonical)].join('\n')
  const signature = hex(await hmac('SHA-256', derived, toSign))
  return { ...headers, authorization: `OSS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope},Signature=${signature}` }
}

export type CosKeys = { tmpSecretId: string; tmpSecretKey: string; sessionToken: string }
const GOOD_SECONDS = 600

/** The headers of a PUT to COS at this address; host and type are signed. `now` in seconds since 1970. */
export async function cosPutHeaders(keys: CosKeys, address: string, type: string, now: number): Promise<Record<string, string>> {
  const { host, pathname } = new URL(address)
  const time = `${now - 60};${now + GOOD_SECONDS}`
  const signed = `content-type=${percentEncode(type)}&host=${percentEncode(host)}`
  const http = `put\n${decodeURIComponent(pathname)}\n\n${signed}\n`
  const signKey = hex(await hmac('SHA-1', bytesOf(keys.tmpSecretKey), time))
  const signature = hex(await hmac('SHA-1', bytesOf(signKey), `sha1\n${time}\n${await digest('SHA-1', http)}\n`))
  const authorization = [
    'q-sign-algorithm=sha1',
    `q-ak=${keys.tmpSecretId}`,
    `q-sign-time=${time}`,
    `q-key-time=${time}`,
    'q-header-list=content-type;host',
    'q-url-param-list=',
    `q-signature=${signature}`,
  ]
  return { 'content-type': type, 'x-cos-security-token': keys.sessionToken, authorization: authorization.join('&') }
}
