// Qiniu's persistent processing: pfop and prefop (developer.qiniu.com/dora/1291/persistent-data-processing-pfop).
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import type { StorageQiniu } from '@shuyuan/contract/site/provider/prop-storage.ts'
import type * as z from 'zod'
import { fail } from '../kernel/fail.ts'
import { callProvider, textOf } from './call-provider.ts'
import type { CloudEncoder, CloudState } from './encode-cloud.ts'
import { entryOf, manageToken } from './sign-qiniu.ts'
import type { StorageContext } from './storage-ask.ts'

/** Codes of prefop: done, waiting, running; 4 is done as well, only the provider's notice did not arrive. */
const code = { done: 0, waiting: 1, running: 2, unnoticed: 4 } as const

export function qiniuEncoder(settings: z.output<typeof StorageQiniu>, { outgoing, requestMs }: StorageContext): CloudEncoder {
  const { bucket, mediaQueue, mediaUrl } = settings
  const keys = { accessKey: settings.accessKeyId, secretKey: settings.accessKeySecret }
  const home = addressOf(mediaUrl, 'https://api.qiniu.com')
  async function ask(path: string, body?: string) {
    const { status, data } = await callProvider(outgoing, {
      url: home + path,
      method: body === undefined ? 'GET' : 'POST',
      timeoutMs: requestMs,
      down: 'storageDown',
      headers: {
        authorization: manageToken(keys, path, body),
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body === undefined ? {} : { body }),
    })
    if (status >= 400 && status < 500) fail('storageRefused', sayServer('storageRefusedFor', { reason: textOf(data, 'error') || status }))
    // 5xx and Qiniu's own codes from 573 on
    if (status >= 500) fail(status === 612 ? 'storageRefused' : 'storageDown')
    return data
  }
  return {
    async submit({ from, to, size }) {
      const sides = size ? `/s/${size.join('x')}` : ''
      const fops = `avthumb/mp4/vcodec/libx264/acodec/libfaac/ab/128k${sides}|saveas/${entryOf(bucket, to)}`
      const form = new URLSearchParams({ bucket, key: from, fops, force: '1', ...(mediaQueue === '' ? {} : { pipeline: mediaQueue }) })
      return textOf(await ask('/pfop/', form.toString()), 'persistentId') || fail('storageDown')
    },
    async look(jobId): Promise<CloudState> {
      const data = await ask(`/status/get/prefop?id=${encodeURIComponent(jobId)}`)
      if (data.code === code.done || data.code === code.unnoticed) return { state: 'done' }
      if (data.code === code.waiting || data.code === code.running) return { state: 'open', percent: 0 }
      const [item = {}] = (Array.isArray(data.items) ? data.items : []) as Record<string, unknown>[]
      return { state: 'failed', reason: textOf(item, 'error') || textOf(data, 'desc') || textOf(data, 'code') }
    },
  }
}
