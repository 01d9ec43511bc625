// Qiniu Kodo: uploads by form, reads by the public address, removes by the management API (developer.qiniu.com/kodo).
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { StorageQiniu } from '@shuyuan/contract/site/provider/prop-storage.ts'
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import type * as z from 'zod'
import type { StorageProvider } from '../kernel/storage.ts'
import { type StorageContext, askStorage, GRANT_SECONDS, lookAt } from './storage-ask.ts'
import { multipartQiniu } from './multipart-qiniu.ts'
import { encodePath } from './sign-oss.ts'
import { downloadUrl, entryOf, manageToken, uploadToken } from './sign-qiniu.ts'

type Settings = z.output<typeof StorageQiniu>

/** Upload host of each region; older names of the regions are still in use. */
const uploadHosts: Record<string, string> = {
  z0: 'https://up.qiniup.com',
  'cn-east-2': 'https://up-cn-east-2.qiniup.com',
  z1: 'https://up-z1.qiniup.com',
  z2: 'https://up-z2.qiniup.com',
  na0: 'https://up-na0.qiniup.com',
  as0: 'https://up-as0.qiniup.com',
  'ap-southeast-2': 'https://up-ap-southeast-2.qiniup.com',
  'ap-southeast-3': 'https://up-ap-southeast-3.qiniup.com',
}

/** A form with a file, which is read while it is sent and whose length is known before. */
function formWith(fields: Record<string, string>, file: Blob, name: string) {
  const boundary = `shuyuan-${randomBytes(12).toString('hex')}`
  const head = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const texts = Object.entries(fields).map(([field, value]) => `${head(`name="${field}"`)}\r\n${value}\r\n`)
  const fileHead = `${head(`name="file"; filename="${name}"`)}content-type: ${file.type || 'application/octet-stream'}\r\n\r\n`
  const body = new Blob([...texts, fileHead, file, `\r\n--${boundary}--\r\n`])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

export function qiniuStorage(settings: Settings, context: StorageContext): StorageProvider {
  const { clock, outgoing, requestMs, transferMs } = context
  const { region, bucket, url, baseUrl } = settings
  const keys = { accessKey: settings.accessKeyId, secretKey: settings.accessKeySecret }
  const send = addressOf(baseUrl, uploadHosts[region] ?? `https://up-${region}.qiniup.com`)
  const manage = addressOf(baseUrl, 'https://rs.qiniuapi.com')
  const until = (seconds = GRANT_SECONDS) => Math.floor(clock().getTime() / 1_000) + seconds
  const tokenOf = (key: string, seconds: number, maxBytes?: number) => {
    const limit = maxBytes === undefined ? {} : { fsizeLimit: maxBytes }
    return uploadToken(keys, { scope: `${bucket}:${key}`, deadline: until(seconds), insertOnly: 1, ...limit })
  }
  return {
    provider: 'qiniu',
    url,
    sendHosts: [new URL(send).origin],
    async store(path, key, type) {
      const token = tokenOf(key, GRANT_SECONDS)
      const form = formWith({ key, token }, await openAsBlob(path, { type }), key.split('/').at(-1) ?? key)
      ;(await askStorage(outgoing, `${send}/`, { method: 'POST', ...form, timeoutMs: transferMs })).discard()
    },
    async remove(key) {
      const path = `/delete/${entryOf(bucket, key)}`
      const headers = { authorization: manageToken(keys, path), 'content-type': 'application/x-www-form-urlencoded' }
      // 612: the file does not exist
      ;(await askStorage(outgoing, manage + path, { method: 'POST', headers, timeoutMs: requestMs }, [612])).discard()
    },
    async look(key, bytes) {
      const headers = { range: `bytes=0-${bytes - 1}` }
      const address = downloadUrl(keys, url + encodePath(key), until())
      return lookAt(await askStorage(outgoing, address, { headers, timeoutMs: requestMs }, [404, 416]), bytes)
    },
    // the service has no PUT of whole objects besides its form; a piece may be sent again
    pieceRequest(key, size, seconds) {
      const policy = { scope: `${bucket}:${key}`, deadline: until(seconds), insertOnly: 0, fsizeMin: size, fsizeLimit: size }
      return { method: 'POST', url: `${send}/`, headers: {}, form: { key, token: uploadToken(keys, policy) } }
    },
    multipart: multipartQiniu(send, bucket, tokenOf, context),
    // whether the bucket answers without signature is a setting of the bucket
    signedUrl: (key, seconds) => downloadUrl(keys, url + encodePath(key), until(seconds)),
    // 视频单帧缩略图 (developer.qiniu.com/dora/api/video-frame-thumbnails-vframe)
    pictureUrl: (key, at) => downloadUrl(keys, `${url}${encodePath(key)}?vframe/jpg/offset/${at.toFixed(3)}`, until()),
    async grant(prefix, maxBytes) {
      const deadline = until()
      const policy = { scope: `${bucket}:${prefix}`, isPrefixalScope: 1, deadline, insertOnly: 1, fsizeLimit: maxBytes }
      return {
        expiration: new Date(deadline * 1_000),
        fields: { token: uploadToken(keys, policy), region, bucket, host: `${send}/` },
      }
    },
  }
}
