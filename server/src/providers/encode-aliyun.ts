// Aliyun Media Processing (MPS): SubmitJobs and QueryJobList of the version 2014-06-18 (help.aliyun.com/document_detail/29226.html).
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import type { StorageAliyun } from '@shuyuan/contract/site/provider/prop-storage.ts'
import type * as z from 'zod'
import { fail } from '../kernel/fail.ts'
import { callProvider, textOf } from './call-provider.ts'
import type { CloudEncoder, CloudState } from './encode-cloud.ts'
import { acs3Query, signAcs3 } from './sign-acs3.ts'
import type { StorageContext } from './storage-ask.ts'
import { ossRegion } from './storage-aliyun.ts'

/** A preset that needs no analysis of the source; what a job names itself goes before it (help.aliyun.com/document_detail/67661.html). */
const TEMPLATE = 'S00000001-200010'
/** kbit/s up to this short side */
const rates = [
  [480, 800],
  [720, 1_500],
  [1_080, 3_000],
] as const
const MOST_RATE = 6_000
const rateOf = (short: number) => String(rates.find(([side]) => short <= side)?.[1] ?? MOST_RATE)

type Row = Record<string, unknown>
const rowIn = (data: Row, list: string, item: string): Row => ((data[list] as Row | undefined)?.[item] as Row[] | undefined)?.[0] ?? {}

export function aliyunEncoder(settings: z.output<typeof StorageAliyun>, { outgoing, requestMs }: StorageContext): CloudEncoder {
  const { bucket, accessKeyId, accessKeySecret, mediaQueue, mediaUrl } = settings
  const region = ossRegion(settings.endpoint)
  const home = addressOf(mediaUrl, `https://mts.${region}.aliyuncs.com`)
  async function ask(action: string, parameters: Record<string, string>): Promise<Row> {
    const url = new URL(`${home}/?${acs3Query(parameters)}`)
    const signed = signAcs3({ method: 'POST', url, action, version: '2014-06-18', accessKeyId, accessKeySecret })
    const { host: _host, ...headers } = signed
    const { status, data } = await callProvider(outgoing, {
      url: url.href,
      method: 'POST',
      headers,
      timeoutMs: requestMs,
      down: 'storageDown',
    })
    if (status >= 500) fail('storageDown')
    if (status >= 400) fail('storageRefused', sayServer('storageRefusedFor', { reason: textOf(data, 'Code') || status }))
    return data
  }
  const place = (key: string) => ({ Bucket: bucket, Location: `oss-${region}`, Object: encodeURIComponent(key) })
  return {
    async submit({ from, to, size }) {
      const [Width, Height] = (size ?? []).map(String)
      const video = { Codec: 'H.264', Bitrate: rateOf(Math.min(...(size ?? [0]))), ...(size ? { Width, Height } : {}) }
      const audio = { Codec: 'AAC', Bitrate: '128', Samplerate: '44100', Channels: '2' }
      const output = {
        OutputObject: encodeURIComponent(to),
        TemplateId: TEMPLATE,
        Container: { Format: 'mp4' },
        Video: video,
        Audio: audio,
      }
      const data = await ask('SubmitJobs', {
        Input: JSON.stringify(place(from)),
        OutputBucket: bucket,
        OutputLocation: `oss-${region}`,
        Outputs: JSON.stringify([output]),
        PipelineId: mediaQueue,
      })
      const result = rowIn(data, 'JobResultList', 'JobResult')
      const id = textOf((result.Job ?? {}) as Row, 'JobId')
      if (result.Success !== true || id === '')
        fail('storageRefused', sayServer('storageRefusedFor', { reason: textOf(result, 'Code') || 'SubmitJobs' }))
      return id
    },
    async look(jobId): Promise<CloudState> {
      const job = rowIn(await ask('QueryJobList', { JobIds: jobId }), 'JobList', 'Job')
      const state = textOf(job, 'State')
      if (state === 'TranscodeSuccess') return { state: 'done' }
      if (state === 'Submitted' || state === 'Transcoding') return { state: 'open', percent: Number(job.Percent) || 0 }
      return { state: 'failed', reason: textOf(job, 'Code') || state || 'NotFound' }
    },
  }
}
