// Tencent Cloud CI, data processing on COS: POST /jobs and GET /jobs/{id} (cloud.tencent.com/document/product/436, 媒体处理).
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { StorageQcloud } from '@shuyuan/contract/site/provider/prop-storage.ts'
import type * as z from 'zod'
import { fail } from '../kernel/fail.ts'
import type { CloudEncoder, CloudState } from './encode-cloud.ts'
import { signCos } from './sign-cos.ts'
import { askStorage, GRANT_SECONDS, type StorageContext } from './storage-ask.ts'

const LEEWAY_SECONDS = 60
const TYPE = 'application/xml'
const written = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const tag = (name: string, inner: string) => `<${name}>${inner}</${name}>`
const valueOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

/** An XML answer; a page of something between the server and the provider is no answer. */
function readAnswer(text: string): string {
  if (!/<Response[\s>]/.test(text)) fail('storageDown')
  const begin = text.indexOf('<JobsDetail>')
  const end = text.indexOf('</JobsDetail>', begin)
  return begin < 0 || end < 0 ? '' : text.slice(begin, end)
}

export function qcloudEncoder(settings: z.output<typeof StorageQcloud>, { clock, outgoing, requestMs }: StorageContext): CloudEncoder {
  const { bucket, region, secretId, secretKey, mediaQueue, mediaUrl } = settings
  const home = addressOf(mediaUrl, `https://${bucket}.ci.${region}.myqcloud.com`)
  async function ask(method: 'GET' | 'POST', path: string, body?: string): Promise<string> {
    const now = Math.floor(clock().getTime() / 1_000)
    const sent: Record<string, string> = body === undefined ? {} : { 'content-type': TYPE }
    const signed = { method, path: new URL(home + path).pathname, headers: { ...sent, host: new URL(home).host } }
    const authorization = signCos({ secretId, secretKey }, signed, [now - LEEWAY_SECONDS, now + GRANT_SECONDS])
    const reply = await askStorage(outgoing, home + path, {
      method,
      headers: { ...sent, authorization },
      timeoutMs: requestMs,
      ...(body === undefined ? {} : { body }),
    })
    return readAnswer(await reply.text().catch(() => ''))
  }
  return {
    async submit({ from, to, size }) {
      const sides = size ? tag('Width', String(size[0])) + tag('Height', String(size[1])) : ''
      const how = [
        tag('Container', tag('Format', 'mp4')),
        tag('Video', tag('Codec', 'H.264') + sides),
        tag('Audio', tag('Codec', 'aac') + tag('Bitrate', '128') + tag('Channels', '2')),
      ].join('')
      const output = tag('Output', tag('Region', written(region)) + tag('Bucket', written(bucket)) + tag('Object', written(to)))
      const queue = mediaQueue === '' ? '' : tag('QueueId', written(mediaQueue))
      const operation = tag('Operation', tag('Transcode', how) + output)
      const job = await ask(
        'POST',
        '/jobs',
        tag('Request', tag('Tag', 'Transcode') + tag('Input', tag('Object', written(from))) + operation + queue),
      )
      return valueOf(job, 'JobId') || fail('storageDown')
    },
    async look(jobId): Promise<CloudState> {
      const job = await ask('GET', `/jobs/${encodeURIComponent(jobId)}`)
      const state = valueOf(job, 'State')
      if (state === 'Success') return { state: 'done' }
      if (state === 'Submitted' || state === 'Running' || state === 'Pause')
        return { state: 'open', percent: Number(valueOf(job, 'Progress')) || 0 }
      return { state: 'failed', reason: valueOf(job, 'Code') || state || 'NotFound' }
    },
  }
}
