// Services with the calls of Amazon S3 (MinIO, Ceph, Garage, R2, AWS): objects, pieces, and addresses that the server signs for browsers.
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { StorageS3 } from '@shuyuan/contract/site/provider/prop-storage.ts'
import type * as z from 'zod'
import { fail } from '../kernel/fail.ts'
import type { CloudUpload } from '../kernel/files/multipart.ts'
import { BUCKET_PLACE, type StorageProvider } from '../kernel/storage.ts'
import { multipartBy } from './multipart-xml.ts'
import { encodePath } from './sign-oss.ts'
import { presignS3, signS3 } from './sign-s3.ts'
import { type StorageContext, objectsBy } from './storage-ask.ts'

export type S3Settings = z.output<typeof StorageS3>

/** The region of services that have none. */
export const USUAL_REGION = 'us-east-1'

/** The address to which a key is appended, at the service as the server or a browser reaches it. */
export function objectsOf({ endpoint, bucket, style, browserUrl }: S3Settings, reader: 'browser' | 'server'): string {
  const service = reader === 'server' ? addressOf(endpoint, '') : addressOf(browserUrl, addressOf(endpoint, ''))
  return style === 'host' ? `${service.replace('://', `://${bucket}.`)}/` : `${service}/${bucket}/`
}

/** Storage by the calls of Amazon S3. Objects have no access rights of their own: private files need a bucket that is closed. */
export function s3Storage(settings: S3Settings, context: StorageContext): StorageProvider {
  const { clock } = context
  const region = settings.region || USUAL_REGION
  const [own, open] = [objectsOf(settings, 'server'), objectsOf(settings, 'browser')]
  const at = (key: string) => own + encodePath(key)
  const signed = (method: string, key: string, headers: Record<string, string> = {}, query: Record<string, string> = {}) => ({
    method,
    headers: signS3(settings, { method, address: at(key), region, headers, query }, clock()),
  })
  type Opened = { headers?: Record<string, string>; query?: Record<string, string>; objects?: string }
  const presigned = (method: string, key: string, seconds: number, { headers = {}, query = {}, objects = open }: Opened = {}) =>
    presignS3(settings, { method, address: objects + encodePath(key), region, headers, query }, clock(), seconds)
  const partUrl = (upload: CloudUpload, number: number, seconds: number) =>
    presigned('PUT', upload.key, seconds, { query: { partNumber: String(number), uploadId: upload.id } })
  return {
    provider: 's3',
    url: settings.url || BUCKET_PLACE,
    sendHosts: [new URL(open).origin],
    ...objectsBy(at, signed, undefined, context),
    multipart: multipartBy(at, signed, partUrl, context),
    signedUrl: (key, seconds, reader = 'browser') => presigned('GET', key, seconds, { objects: reader === 'server' ? own : open }),
    putRequest(key, type, size, seconds) {
      const headers = { 'content-type': type }
      // the length is signed as well: a browser sends it by itself
      const url = presigned('PUT', key, seconds, { headers: { ...headers, 'content-length': String(size) } })
      return { url, headers }
    },
    pieceRequest: (key, size, seconds) => ({
      method: 'PUT',
      url: presigned('PUT', key, seconds, { headers: { 'content-length': String(size) } }),
      headers: {},
      form: null,
    }),
    grant: async () => fail('storageOther'),
  }
}
