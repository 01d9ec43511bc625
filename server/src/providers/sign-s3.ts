// Signature V4 of Amazon S3 and of the services with its calls (docs.aws.amazon.com, AmazonS3 API, Authenticating Requests).
import { createHash, createHmac } from 'node:crypto'
import { percentEncode } from './sign-oss.ts'

export type S3Keys = { accessKeyId: string; accessKeySecret: string }
type Request = {
  method: string
  /** without a query; its path is encoded once and goes as it stands into the signature */
  address: string
  region: string
  /** all are signed, besides `host` */
  headers?: Record<string, string>
  query?: Record<string, string>
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
/** The body is not signed: a file is read while it is sent, and a browser's is not known. */
const UNSIGNED = 'UNSIGNED-PAYLOAD'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const byText = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : a > b ? 1 : 0)
const timeOf = (now: Date) => `${now.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
const scopeOf = (time: string, region: string) => `${time.slice(0, 8)}/${region}/s3/aws4_request`

/** Names and values of a query, encoded and in the order in which they are signed. */
const searchOf = (query: Record<string, string>) =>
  Object.entries(query)
    .map(([name, value]): [string, string] => [percentEncode(name), percentEncode(value)])
    .toSorted(byText)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** The headers of a request in the form in which they are signed, with the host. */
function signedHeaders({ address, headers = {} }: Request) {
  const sorted = Object.entries({ ...headers, host: new URL(address).host })
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim().replaceAll(/ +/g, ' ')])
    .toSorted(byText)
  return { names: sorted.map(([name]) => name).join(';'), lines: sorted.map(([name, value]) => `${name}:${value}\n`).join('') }
}

function signatureOf(keys: S3Keys, request: Request, search: string, time: string) {
  const { names, lines } = signedHeaders(request)
  const canonical = [request.method, new URL(request.address).pathname, search, lines, names, UNSIGNED].join('\n')
  const scope = scopeOf(time, request.region)
  const toSign = [ALGORITHM, time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const derived = scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${keys.accessKeySecret}`)
  return hmac(derived, toSign).toString('hex')
}

/** @returns the request's headers with date and Authorization */
export function signS3(keys: S3Keys, request: Request, now: Date): Record<string, string> {
  const time = timeOf(now)
  const headers = { ...request.headers, 'x-amz-content-sha256': UNSIGNED, 'x-amz-date': time }
  const whole = { ...request, headers }
  const signature = signatureOf(keys, whole, searchOf(request.query ?? {}), time)
  const parts = [
    `Credential=${keys.accessKeyId}/${scopeOf(time, request.region)}`,
    `SignedHeaders=${signedHeaders(whole).names}`,
    `Signature=${signature}`,
  ]
  return { ...headers, authorization: `${ALGORITHM} ${parts.join(', ')}` }
}

/** @returns an address that carries out the request for some seconds, with exactly its headers */
export function presignS3(keys: S3Keys, request: Request, now: Date, seconds: number): string {
  const time = timeOf(now)
  const search = searchOf({
    ...request.query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${keys.accessKeyId}/${scopeOf(time, request.region)}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': signedHeaders(request).names,
  })
  return `${request.address}?${search}&X-Amz-Signature=${signatureOf(keys, request, search, time)}`
}
