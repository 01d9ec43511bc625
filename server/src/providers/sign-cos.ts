// The request signature of Tencent Cloud COS (cloud.tencent.com/document/product/436/7778).
import { createHash, createHmac } from 'node:crypto'
import { percentEncode } from './sign-oss.ts'

type Request = {
  method: string
  /** from the slash on, not encoded */
  path: string
  headers: Record<string, string>
  query?: Record<string, string>
}

const hmac = (key: string, text: string) => createHmac('sha1', key).update(text).digest('hex')

function listed(pairs: Record<string, string>) {
  const sorted = Object.entries(pairs)
    .map(([name, value]): [string, string] => [percentEncode(name).toLowerCase(), percentEncode(value)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { names: sorted.map(([name]) => name).join(';'), text: sorted.map(([name, value]) => `${name}=${value}`).join('&') }
}

/** The Authorization header for a request; it is valid from `start` to `end`, in seconds since 1970. Signs all given headers. */
export function signCos(keys: { secretId: string; secretKey: string }, request: Request, [start, end]: [number, number]): string {
  const time = `${start};${end}`
  const headers = listed(request.headers)
  const query = listed(request.query ?? {})
  const http = `${request.method.toLowerCase()}\n${request.path}\n${query.text}\n${headers.text}\n`
  const toSign = `sha1\n${time}\n${createHash('sha1').update(http).digest('hex')}\n`
  const signature = hmac(hmac(keys.secretKey, time), toSign)
  return [
    'q-sign-algorithm=sha1',
    `q-ak=${keys.secretId}`,
    `q-sign-time=${time}`,
    `q-key-time=${time}`,
    `q-header-list=${headers.names}`,
    `q-url-param-list=${query.names}`,
    `q-signature=${signature}`,
  ].join('&')
}
