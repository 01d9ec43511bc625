// Child process that turns a broadcast into segments: what arrives at its input is in a playlist some seconds later. It ends with its input.
import type * as NodeAv from 'node-av/api'
import { LIVE_PLAYLIST, LIVE_RATE, LIVE_SECONDS, liveFilter, type LiveJob, liveOptions, liveProbe, liveSound } from './live-job.ts'

type Api = Pick<typeof NodeAv, 'Decoder' | 'Demuxer' | 'Encoder' | 'FilterAPI' | 'Muxer' | 'pipeline'>

async function pictures({ Decoder, Encoder, FilterAPI }: Api, stream: NonNullable<ReturnType<NodeAv.Demuxer['video']>>) {
  const { FF_ENCODER_LIBX264 } = await import('node-av/constants')
  const decoder = await Decoder.create(stream, { threadCount: 2 })
  const filter = FilterAPI.create(`fps=${LIVE_RATE},${liveFilter}`)
  const options = { preset: 'ultrafast', tune: 'zerolatency', crf: 26, profile: 'baseline', sc_threshold: 0 }
  const gopSize = LIVE_RATE * LIVE_SECONDS
  return [decoder, filter, await Encoder.create(FF_ENCODER_LIBX264, { decoder, filter, gopSize, threadCount: 2, options })]
}

async function sound({ Decoder, Encoder, FilterAPI }: Api, stream: NonNullable<ReturnType<NodeAv.Demuxer['audio']>>) {
  const { FF_ENCODER_AAC } = await import('node-av/constants')
  const decoder = await Decoder.create(stream)
  const filter = FilterAPI.create(liveSound)
  return [decoder, filter, await Encoder.create(FF_ENCODER_AAC, { decoder, filter, bitrate: 128_000 })]
}

async function encode({ demuxer, copies, folder }: LiveJob) {
  const api = await import('node-av/api')
  const { Log } = await import('node-av/lib')
  const { AV_LOG_ERROR } = await import('node-av/constants')
  Log.setLevel(AV_LOG_ERROR)
  await using input = await api.Demuxer.open('pipe:0', { format: demuxer, options: { protocol_whitelist: 'pipe', ...liveProbe } })
  await using output = await api.Muxer.open(`${folder}/${LIVE_PLAYLIST}`, { format: 'hls', options: liveOptions(folder) })
  const [seen, heard] = [input.video(), input.audio()]
  const video = seen && (copies ? ('passthrough' as const) : await pictures(api, seen))
  const audio = heard && (await sound(api, heard))
  if (video && audio) await api.pipeline(input, { video, audio }, output).completion
  else if (video) await api.pipeline(input, { video }, output).completion
  else if (audio) await api.pipeline(input, { audio }, output).completion
  else throw new Error('The broadcast has neither pictures nor sound.')
  await output.close()
}

process.once('message', async (job: LiveJob) => {
  try {
    await encode(job)
    process.exit(0)
  } catch (error) {
    process.stderr.write(error instanceof Error ? error.message : 'unknown', () => process.exit(1))
  }
})
// the server is gone
process.once('disconnect', () => process.exit(1))
