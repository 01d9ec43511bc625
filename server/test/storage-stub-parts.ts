// The uploads in pieces of the storage stub: what has arrived, and which pieces are answered with trouble.
import { createHash, randomBytes } from 'node:crypto'

type Part = { bytes: Buffer; etag: string }
type Open = { key: string; type: string; parts: Map<number, Part> }
export type StubAnswer = { status: number; body: string | Buffer; headers?: Record<string, string> }

export class StubParts {
  /** The statuses with which the next pieces are answered, without being kept; 0: the connection is lost. */
  readonly troubles: number[] = []
  readonly open = new Map<string, Open>()
  readonly #store: (key: string, bytes: Buffer, type: string) => void
  constructor(store: (key: string, bytes: Buffer, type: string) => void) {
    this.#store = store
  }

  begin(key: string, type: string): string {
    const id = randomBytes(16).toString('hex').toUpperCase()
    this.open.set(id, { key, type, parts: new Map() })
    return id
  }

  add(id: string, number: number, bytes: Buffer): Part {
    const part = { bytes, etag: createHash('md5').update(bytes).digest('hex') }
    this.open.get(id)?.parts.set(number, part)
    return part
  }

  /** @returns false where a piece is not the one that arrived */
  complete(id: string, listed: { number: number; etag: string }[], type?: string): boolean {
    const upload = this.open.get(id)
    if (!upload || listed.length === 0) return false
    const parts = listed.map(({ number, etag }) => (upload.parts.get(number)?.etag === etag ? upload.parts.get(number) : undefined))
    if (parts.includes(undefined)) return false
    this.#store(upload.key, Buffer.concat(parts.map((part) => part!.bytes)), type ?? upload.type)
    return this.open.delete(id)
  }

  #sorted = (id: string) => [...this.open.get(id)!.parts].toSorted(([a], [b]) => a - b)

  /** The calls that OSS and COS share; the signature has been checked. */
  xml(method: string, key: string, query: URLSearchParams, type: string, body: Buffer): StubAnswer {
    const ok = (text: string, headers?: Record<string, string>) => ({ status: 200, body: text, ...(headers ? { headers } : {}) })
    if (query.has('uploads')) {
      const id = this.begin(key, type)
      return ok(`<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    const id = query.get('uploadId') ?? ''
    if (this.open.get(id)?.key !== key) return { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' }
    if (method === 'PUT') return ok('', { etag: `"${this.add(id, Number(query.get('partNumber')), body).etag}"` })
    if (method === 'DELETE') return { status: this.open.delete(id) ? 204 : 404, body: '' }
    if (method === 'POST') {
      const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)]
      const fits = this.complete(
        id,
        listed.map(([, number, etag = '']) => ({ number: Number(number), etag })),
      )
      return fits ? ok('<CompleteMultipartUploadResult/>') : { status: 400, body: '<Error><Code>InvalidPart</Code></Error>' }
    }
    const parts = this.#sorted(id).map(
      ([number, { bytes, etag }]) => `<Part><PartNumber>${number}</PartNumber><ETag>"${etag}"</ETag><Size>${bytes.length}</Size></Part>`,
    )
    return ok(`<ListPartsResult><UploadId>${id}</UploadId>${parts.join('')}</ListPartsResult>`)
  }

  /** The calls of Qiniu below `/buckets/{bucket}/objects/{key}/uploads`; the token has been checked for the key. */
  json(method: string, key: string, [id = '', number = '']: string[], body: Buffer): StubAnswer {
    const ok = (data: object) => ({ status: 200, body: JSON.stringify(data), headers: { 'content-type': 'application/json' } })
    if (method === 'POST' && id === '') return ok({ uploadId: this.begin(key, ''), expireAt: 0 })
    if (this.open.get(id)?.key !== key) return { status: 612, body: '{"error":"no such uploadId"}' }
    if (method === 'PUT') return ok({ etag: this.add(id, Number(number), body).etag })
    if (method === 'DELETE') return { status: this.open.delete(id) ? 200 : 612, body: '{}' }
    if (method === 'POST') {
      const asked = JSON.parse(body.toString()) as { parts: { partNumber: number; etag: string }[]; mimeType: string }
      const listed = asked.parts.map((part) => ({ number: part.partNumber, etag: part.etag }))
      return this.complete(id, listed, asked.mimeType) ? ok({ key }) : { status: 400, body: '{"error":"invalid part"}' }
    }
    const parts = this.#sorted(id).map(([partNumber, { bytes, etag }]) => ({ partNumber, etag, size: bytes.length }))
    return ok({ uploadId: id, parts })
  }
}
