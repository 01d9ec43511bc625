// Files in pieces at OSS, COS and S3, which share the calls: InitiateMultipartUpload, ListParts, CompleteMultipartUpload, AbortMultipartUpload.
import type { CloudUpload, Multipart, StoredPart } from '../kernel/files/multipart.ts'
import { fail } from '../kernel/fail.ts'
import { askStorage, type StorageContext } from './storage-ask.ts'
import { percentEncode } from './sign-oss.ts'

const MOST_ANSWER = 1_000_000
const XML = 'application/xml'
type Signed = { method: string; headers: Record<string, string> }
type Sign = (method: string, key: string, headers?: Record<string, string>, query?: Record<string, string>) => Signed

const textIn = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

/** The pieces of a list; an entity tag stays as it is written, because it goes back in the same form. */
const partsIn = (xml: string): StoredPart[] =>
  [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(textIn(part, 'PartNumber')),
    etag: textIn(part, 'ETag'),
    size: Number(textIn(part, 'Size')),
  }))

/** @param partUrl an address that takes the piece of an upload for some seconds */
export function multipartBy(
  at: (key: string) => string,
  signed: Sign,
  partUrl: (upload: CloudUpload, number: number, seconds: number) => string,
  { outgoing, requestMs, transferMs }: StorageContext,
): Multipart {
  const ofUpload = ({ key, id }: CloudUpload) => `${at(key)}?uploadId=${percentEncode(id)}`
  return {
    async begin(key, type) {
      const options = { ...signed('POST', key, { 'content-type': type }, { uploads: '' }), timeoutMs: requestMs, maxBytes: MOST_ANSWER }
      const id = textIn(await (await askStorage(outgoing, `${at(key)}?uploads`, options)).text(), 'UploadId')
      return id === '' ? fail('storageDown') : id
    },
    partRequest: (upload, number, seconds) => ({ url: partUrl(upload, number, seconds), headers: {} }),
    async parts(upload) {
      const options = { ...signed('GET', upload.key, {}, { uploadId: upload.id }), timeoutMs: requestMs, maxBytes: MOST_ANSWER }
      const reply = await askStorage(outgoing, ofUpload(upload), options, [404])
      const text = await reply.text()
      return reply.status === 404 ? undefined : partsIn(text)
    },
    async complete(upload, parts) {
      const listed = parts.map(({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`)
      const body = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`
      const options = { ...signed('POST', upload.key, { 'content-type': XML }, { uploadId: upload.id }), body, timeoutMs: transferMs }
      // all may begin to answer 200 and then report an error
      if ((await (await askStorage(outgoing, ofUpload(upload), options)).text()).includes('<Error>')) fail('storageDown')
    },
    async abort(upload) {
      const options = { ...signed('DELETE', upload.key, {}, { uploadId: upload.id }), timeoutMs: requestMs }
      ;(await askStorage(outgoing, ofUpload(upload), options, [404])).discard()
    },
  }
}
