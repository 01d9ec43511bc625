// Tencent Cloud's signature TC3-HMAC-SHA256 (cloud.tencent.com, 签名方法 v3).
import { createHash, createHmac } from 'node:crypto'

export type Tc3Request = {
  service: string
  body: string
  secretId: string
  secretKey: string
  /** the signed headers, by lower-case name; must include content-type and host */
  headers: Record<string, string>
  /** the real time in seconds since 1970: the provider refuses a difference of more than five minutes */
  timestamp: number
}

const hex = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The authorization header of a POST to `/`. */
export function signTc3({ service, body, secretId, secretKey, headers, timestamp }: Tc3Request): string {
  const names = Object.keys(headers).toSorted()
  const lines = names.map((name) => `${name}:${headers[name]!.trim().toLowerCase()}\n`).join('')
  const request = ['POST', '/', '', lines, names.join(';'), hex(body)].join('\n')
  const day = new Date(timestamp * 1_000).toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), 'tc3_request')
  const signature = hmac(key, ['TC3-HMAC-SHA256', timestamp, scope, hex(request)].join('\n')).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
}
