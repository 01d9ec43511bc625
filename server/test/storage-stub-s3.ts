// How the stub of the storage providers reads requests of S3: signatures are computed by AWS's own code, and refused as S3 refuses them.
import { SignatureV4 } from '@smithy/signature-v4'
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { StubAnswer } from './storage-stub-parts.ts'

type Account = { id: string; secret: string; bucket: string }

class Sha256 {
  readonly #hash: Hash | Hmac
  constructor(secret?: Uint8Array | string) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret)
  }
  update(data: Uint8Array | string) {
    this.#hash.update(data)
  }
  async digest() {
    return new Uint8Array(this.#hash.digest())
  }
  reset() {
    throw new Error('not used')
  }
}

const refused = (status: number, code: string, more = ''): StubAnswer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message>${more}</Error>`,
})
const timeIn = (text: string) => new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

export class StubS3 {
  /** the only region of the service */
  region = 'us-east-1'
  /** how far the time of a request may be off */
  mostSkewMs = Number.POSITIVE_INFINITY
  /** whether everybody can read */
  isOpen = false
  /** whether pages of other hosts may send */
  allowsCross = true
  /** answers signed requests of these methods */
  refusal: { method: string; answer: StubAnswer } | undefined
  readonly #account: Account

  constructor(account: Account) {
    this.#account = account
  }

  readonly refuse = (method: string, status: number, code: string, more = '') =>
    void (this.refusal = { method, answer: refused(status, code, more) })

  /** Whether a request is one of S3; one without a signature is, while it is open to everybody. */
  readonly isAsked = ({ headers }: IncomingMessage, query: URLSearchParams): boolean =>
    query.has('X-Amz-Signature') || headers.authorization?.startsWith('AWS4-') === true

  /** The refusal of a signed request; undefined for one that is fine. */
  async whyNot(request: IncomingMessage, bucket: string, query: URLSearchParams): Promise<StubAnswer | undefined> {
    const { method = '', headers } = request
    if (this.refusal?.method === method) return this.refusal.answer
    const isPresigned = query.has('X-Amz-Signature')
    const credential = isPresigned
      ? (query.get('X-Amz-Credential') ?? '')
      : (/Credential=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '')
    const names = isPresigned
      ? (query.get('X-Amz-SignedHeaders') ?? '')
      : (/SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '')
    const time = isPresigned ? (query.get('X-Amz-Date') ?? '') : String(headers['x-amz-date'])
    const [id, , region = ''] = credential.split('/')
    if (id !== this.#account.id) return refused(403, 'InvalidAccessKeyId')
    if (region !== this.region) return refused(400, 'AuthorizationHeaderMalformed', `<Region>${this.region}</Region>`)
    const at = timeIn(time)
    if (!isPresigned && Math.abs(at.getTime() - Date.now()) > this.mostSkewMs) return refused(403, 'RequestTimeTooSkewed')
    if (isPresigned && at.getTime() + Number(query.get('X-Amz-Expires')) * 1_000 < Date.now()) return refused(403, 'AccessDenied')
    const signer = new SignatureV4({
      service: 's3',
      region,
      uriEscapePath: false,
      credentials: { accessKeyId: this.#account.id, secretAccessKey: this.#account.secret },
      sha256: Sha256 as never,
    })
    const own = /^X-Amz-(?:Algorithm|Credential|Date|Expires|SignedHeaders|Signature)$/
    const given = {
      method,
      protocol: 'http:',
      hostname: String(headers.host),
      path: (request.url ?? '').split('?', 1)[0] ?? '',
      query: Object.fromEntries([...query].filter(([name]) => !own.test(name))),
      headers: Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])])),
    }
    const hash = 'x-amz-content-sha256'
    const aside = new Set([hash])
    const whole = { ...given, headers: { ...given.headers, [hash]: 'UNSIGNED-PAYLOAD' } }
    const signed = (isPresigned
      ? await signer.presign(whole, {
          signingDate: at,
          expiresIn: Number(query.get('X-Amz-Expires')),
          unhoistableHeaders: aside,
          unsignableHeaders: aside,
        })
      : await signer.sign(given as never, { signingDate: at })) as unknown as Pick<typeof given, 'query' | 'headers'>
    const fits = isPresigned
      ? signed.query['X-Amz-Signature'] === query.get('X-Amz-Signature')
      : signed.headers['authorization'] === headers.authorization
    if (!fits) return refused(403, 'SignatureDoesNotMatch')
    return bucket === this.#account.bucket ? undefined : refused(404, 'NoSuchBucket')
  }
}
