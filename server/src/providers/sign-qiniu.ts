// Upload tokens, download addresses and management tokens of Qiniu Kodo (developer.qiniu.com/kodo/1208/upload-token).
import { createHmac } from 'node:crypto'

export type QiniuKeys = { accessKey: string; secretKey: string }
/** URL-safe base64 with its padding. */
const urlSafe = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_')
export const qiniuSign = ({ accessKey, secretKey }: QiniuKeys, text: string) =>
  `${accessKey}:${urlSafe(createHmac('sha1', secretKey).update(text).digest())}`

/** The token with which a client may upload what the policy allows. */
export function uploadToken(keys: QiniuKeys, policy: Record<string, unknown>): string {
  const encoded = urlSafe(JSON.stringify(policy))
  return `${qiniuSign(keys, encoded)}:${encoded}`
}

/** An address that opens a file of a private bucket until `deadline` (seconds since 1970); a public bucket ignores the rest. */
export function downloadUrl(keys: QiniuKeys, url: string, deadline: number): string {
  const dated = `${url}${url.includes('?') ? '&' : '?'}e=${deadline}`
  return `${dated}&token=${qiniuSign(keys, dated)}`
}

/** `EncodedEntryURI` of the management calls. */
export const entryOf = (bucket: string, key: string) => urlSafe(`${bucket}:${key}`)

/** `EncodedObjectName` of uploads in pieces. */
export const entryKey = (key: string) => urlSafe(key)

/** The Authorization header of a management call; `path` with its query, `body` that of a form. */
export const manageToken = (keys: QiniuKeys, path: string, body = '') => `QBox ${qiniuSign(keys, `${path}\n${body}`)}`
