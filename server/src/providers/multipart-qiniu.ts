// Files in pieces at Qiniu: the second version of its resumable upload (developer.qiniu.com/kodo/6364/multipartupload-interface).
import type { CloudUpload, Multipart, StoredPart } from '../kernel/files/multipart.ts'
import { fail } from '../kernel/fail.ts'
import { askStorage, GRANT_SECONDS, type StorageContext } from './storage-ask.ts'
import { entryKey } from './sign-qiniu.ts'

const MOST_ANSWER = 1_000_000
/** the upload is not known (any more) */
const UNKNOWN = [404, 612]
type Listed = { parts?: StoredPartOf[]; uploadId?: string }
type StoredPartOf = { partNumber: number; etag: string; size: number }

/** @param tokenOf a token that takes only this key, for some seconds, of this size at most */
export function multipartQiniu(
  send: string,
  bucket: string,
  tokenOf: (key: string, seconds: number, maxBytes?: number) => string,
  { outgoing, requestMs, transferMs }: StorageContext,
): Multipart {
  const uploads = (key: string) => `${send}/buckets/${bucket}/objects/${entryKey(key)}/uploads`
  const ofUpload = ({ key, id }: CloudUpload) => `${uploads(key)}/${id}`
  const headersOf = (key: string, seconds = GRANT_SECONDS, maxBytes?: number) => ({
    authorization: `UpToken ${tokenOf(key, seconds, maxBytes)}`,
  })
  const json = { 'content-type': 'application/json' }
  return {
    async begin(key, _type, maxBytes) {
      const options = { method: 'POST', headers: headersOf(key, GRANT_SECONDS, maxBytes), timeoutMs: requestMs, maxBytes: MOST_ANSWER }
      const { uploadId } = read(await (await askStorage(outgoing, uploads(key), options)).text())
      return typeof uploadId === 'string' && /^[\w-]{1,200}$/.test(uploadId) ? uploadId : fail('storageDown')
    },
    partRequest: (upload, number, seconds, maxBytes) => ({
      url: `${ofUpload(upload)}/${number}`,
      headers: { ...headersOf(upload.key, seconds, maxBytes), 'content-type': 'application/octet-stream' },
    }),
    async parts(upload) {
      const options = { headers: headersOf(upload.key), timeoutMs: requestMs, maxBytes: MOST_ANSWER }
      const reply = await askStorage(outgoing, `${ofUpload(upload)}?max-parts=1000`, options, UNKNOWN)
      const text = await reply.text()
      if (UNKNOWN.includes(reply.status)) return undefined
      return (read(text).parts ?? []).map(({ partNumber, etag, size }): StoredPart => ({ number: partNumber, etag, size }))
    },
    async complete(upload, parts, type) {
      const listed = parts.map(({ number, etag }) => ({ partNumber: number, etag }))
      const body = JSON.stringify({ parts: listed, mimeType: type })
      const options = { method: 'POST', headers: { ...headersOf(upload.key), ...json }, body, timeoutMs: transferMs }
      ;(await askStorage(outgoing, ofUpload(upload), options)).discard()
    },
    async abort(upload) {
      const options = { method: 'DELETE', headers: headersOf(upload.key), timeoutMs: requestMs }
      ;(await askStorage(outgoing, ofUpload(upload), options, UNKNOWN)).discard()
    },
  }
}

function read(text: string): Listed {
  try {
    return JSON.parse(text) as Listed
  } catch {
    return fail('storageDown')
  }
}
