// Pictures of stored videos as the providers take them, for the stub of their storage.
import { createHmac } from 'node:crypto'
import type { StubAnswer } from './storage-stub-parts.ts'

type Keys = { id: string; secret: string }

export class StubPictures {
  /** the picture that is taken of any stored video; empty: none can be taken */
  bytes = Buffer.alloc(0)
  /** the videos of which one was taken */
  readonly taken: string[] = []
  readonly #keys: Keys

  constructor(keys: Keys) {
    this.#keys = keys
  }

  /** Whether a query, whose signature was checked, asks OSS or COS for a picture. */
  readonly isAsked = (query: URLSearchParams): boolean =>
    /^video\/snapshot,t_\d+,f_jpg,ar_auto$/.test(query.get('x-oss-process') ?? '') || query.get('ci-process') === 'snapshot'

  #isSigned(address: string): boolean {
    const [signed = '', token = ''] = address.split('&token=')
    const sign = createHmac('sha1', this.#keys.secret).update(signed).digest('base64').replaceAll('+', '-').replaceAll('/', '_')
    return token === `${this.#keys.id}:${sign}` && /\?vframe\/jpg\/offset\/\d+\.\d{3}&e=\d+$/.test(signed)
  }

  /** `key` '': no such video; `address`: of Qiniu, signed as a whole */
  take(key: string, address?: string): StubAnswer {
    if (address !== undefined && !this.#isSigned(address)) return { status: 403, body: '<Error><Code>BadToken</Code></Error>' }
    if (key === '' || this.bytes.length === 0) return { status: 403, body: '<Error><Code>BadMedia</Code></Error>' }
    this.taken.push(key)
    return { status: 200, body: this.bytes, headers: { 'content-type': 'image/jpeg' } }
  }
}
