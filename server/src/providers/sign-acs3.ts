// Alibaba Cloud's signature ACS3-HMAC-SHA256 (help.aliyun.com, V3 版本请求体&签名机制).
import { createHash, createHmac, randomBytes } from 'node:crypto'

export type Acs3Request = {
  method: 'GET' | 'POST'
  /** with the action's parameters as its query */
  url: URL
  action: string
  version: string
  body?: string
  /** the media type of the body; it is signed */
  contentType?: string
  accessKeyId: string
  accessKeySecret: string
  /** the real time: the provider refuses requests older than 15 minutes */
  now?: Date
  nonce?: string
}

const hex = (text: string) => createHash('sha256').update(text).digest('hex')
/** RFC 3986: only letters, digits and -_.~ stay. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.codePointAt(0)!.toString(16).toUpperCase()}`)

/** The encoded query string, sorted by name, in the form that is signed and sent. */
export const acs3Query = (parameters: Record<string, string>): string =>
  Object.keys(parameters)
    .toSorted()
    .map((name) => `${encode(name)}=${encode(parameters[name] ?? '')}`)
    .join('&')

/** The headers of the request; they include `host` because it is signed. */
export function signAcs3({ method, url, action, version, body = '', now = new Date(), ...given }: Acs3Request): Record<string, string> {
  const payload = hex(body)
  const headers: Record<string, string> = {
    host: url.host,
    'x-acs-action': action,
    'x-acs-content-sha256': payload,
    'x-acs-date': now.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': given.nonce ?? randomBytes(16).toString('hex'),
    'x-acs-version': version,
    ...(given.contentType === undefined ? {} : { 'content-type': given.contentType }),
  }
  const names = Object.keys(headers).toSorted()
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const query = acs3Query(Object.fromEntries(url.searchParams))
  const request = [method, url.pathname, query, lines, names.join(';'), payload].join('\n')
  const signature = createHmac('sha256', given.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${hex(request)}`)
    .digest('hex')
  const authorization = `ACS3-HMAC-SHA256 Credential=${given.accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { ...headers, authorization }
}
