// Encodes by the FFmpeg libraries of the package node-av, in this process. Used by the child process only.
import type * as NodeAv from 'node-av/api'
import type { Decoder, Demuxer, Muxer } from 'node-av/api'
import {
  type EncodeJob,
  isCopied,
  MAX_PIXELS,
  MAX_RATE,
  MAX_SECONDS,
  OUTPUT_FILE,
  pictureFilter,
  PLAYLIST,
  playlistOptions,
  POSTER,
  posterFilter,
  posterSecond,
  SEGMENT_SECONDS,
  soundFilter,
} from './encode-job.ts'

type Api = Pick<typeof NodeAv, 'Decoder' | 'Demuxer' | 'Encoder' | 'FilterAPI' | 'Muxer' | 'pipeline'>
const RATE = 25
/** How players turn pictures, as filters. */
const turns: Record<number, string> = { 90: 'transpose=clock', 180: 'hflip,vflip', 270: 'transpose=cclock' }
const turn = (rotation: number) => (turns[rotation] === undefined ? '' : `${turns[rotation]},`)

/** An identity matrix in the file's own form (16.16 and 2.30 fixed point). */
const UPRIGHT = Buffer.from(Int32Array.of(65_536, 0, 0, 0, 65_536, 0, 0, 0, 1_073_741_824).buffer)

/** The version of the libraries. Throws where the package or its binary is missing. */
export async function versionHere(): Promise<string> {
  const { ffmpegVersion } = await import('node-av')
  return ffmpegVersion()
}

export async function encodeHere(job: EncodeJob, onPercent: (percent: number) => void): Promise<void> {
  const api = await import('node-av/api')
  const { Log } = await import('node-av/lib')
  const { AV_LOG_ERROR } = await import('node-av/constants')
  Log.setLevel(AV_LOG_ERROR)
  await using input = await open(api, job)
  await using output = await openOutput(api, job)
  const onProgress = ({ time }: { time: number }) => {
    if (time > MAX_SECONDS) throw new Error('The recording is longer than a day.')
    onPercent(job.info.seconds > 0 ? Math.min(99, Math.floor((time / job.info.seconds) * 100)) : 0)
  }
  if (isCopied(job)) await api.pipeline(input, output, { onProgress }).completion
  else await convert(api, job, input, output, onProgress)
  await output.close()
  if (job.info.videoCodec !== '' && input.video()) await takePoster(api, job)
}

/** Writes one picture of the video; nothing for a recording without pictures. */
export async function posterHere(job: EncodeJob): Promise<void> {
  if (job.info.videoCodec !== '') await takePoster(await import('node-av/api'), job)
}

async function open({ Demuxer }: Api, job: EncodeJob): Promise<Demuxer> {
  const { AV_PKT_DATA_DISPLAYMATRIX } = await import('node-av/constants')
  const input = await Demuxer.open(job.input, { format: job.demuxer, options: { protocol_whitelist: 'file' } })
  // the encoder would copy it, and pictures that are turned here would be turned again
  if (turns[job.info.rotation] !== undefined && !isCopied(job)) input.video()?.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, UPRIGHT)
  return input
}

const openOutput = ({ Muxer }: Api, { folder, rendition, keyInfo }: EncodeJob): Promise<Muxer> =>
  rendition === 'mp4'
    ? Muxer.open(`${folder}/${OUTPUT_FILE}`, { format: 'mp4', options: { movflags: '+faststart' } })
    : Muxer.open(`${folder}/${PLAYLIST}`, { format: 'hls', options: playlistOptions(folder, keyInfo) })

const decoding = { options: { max_pixels: MAX_PIXELS }, threadCount: 2 }

type OnProgress = (progress: { time: number }) => void

async function convert(api: Api, job: EncodeJob, input: Demuxer, output: Muxer, onProgress: OnProgress) {
  const { Decoder, Encoder, FilterAPI, pipeline } = api
  const { FF_ENCODER_AAC, FF_ENCODER_LIBX264 } = await import('node-av/constants')
  const [pictures, sound] = [input.video(), input.audio()]
  const video = pictures && (await Decoder.create(pictures, decoding))
  const audio = sound && (await Decoder.create(sound))
  const videoStages = async (decoder: Decoder) => {
    const rate = Number(pictures?.avgFrameRate.num) / Number(pictures?.avgFrameRate.den) || RATE
    const fewer = rate > MAX_RATE ? `fps=${MAX_RATE},` : ''
    const filter = FilterAPI.create(fewer + turn(job.info.rotation) + pictureFilter(job.info, job.box))
    const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
      decoder,
      filter,
      gopSize: Math.max(1, Math.round(SEGMENT_SECONDS * Math.min(rate, MAX_RATE))),
      threadCount: 2,
      options: { preset: 'veryfast', crf: 23, profile: 'main', sc_threshold: 0 },
    })
    return [decoder, filter, encoder]
  }
  const audioStages = async (decoder: Decoder) => {
    const filter = FilterAPI.create(soundFilter)
    return [decoder, filter, await Encoder.create(FF_ENCODER_AAC, { decoder, filter, bitrate: 128_000 })]
  }
  if (video && audio) {
    const stages = { video: await videoStages(video), audio: await audioStages(audio) }
    await pipeline({ video: input, audio: input }, stages, output, { onProgress }).completion
  } else if (video) await pipeline({ video: input }, { video: await videoStages(video) }, output, { onProgress }).completion
  else if (audio) await pipeline({ audio: input }, { audio: await audioStages(audio) }, output, { onProgress }).completion
  else throw new Error('The file has neither pictures nor sound.')
}

/** Writes one picture of the video. */
async function takePoster(api: Api, job: EncodeJob) {
  const { Decoder, Encoder, FilterAPI, Muxer } = api
  const { AVSEEK_FLAG_BACKWARD, FF_ENCODER_MJPEG } = await import('node-av/constants')
  await using input = await open(api, job)
  const stream = input.video()
  if (!stream) return
  const at = posterSecond(job.info)
  if (at > 0) await input.seek(at, -1, AVSEEK_FLAG_BACKWARD)
  using decoder = await Decoder.create(stream, decoding)
  using filter = FilterAPI.create(turn(job.info.rotation) + posterFilter)
  using encoder = await Encoder.create(FF_ENCODER_MJPEG, { decoder, filter })
  await using output = await Muxer.open(`${job.folder}/${POSTER}`, { format: 'image2', options: { update: true } })
  const index = output.addStream(encoder)
  for await (const frame of filter.frames(decoder.frames(input.packets(stream.index)))) {
    if (!frame) break
    for (const packet of await encoder.encodeAll(frame)) {
      await output.writePacket(packet, index)
      return
    }
  }
}
