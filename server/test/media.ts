// Sample videos and sounds: test pattern and tone, made with the encoder that comes with the program.
import { join } from 'node:path'
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer, pipeline } from 'node-av/api'
import { FF_ENCODER_AAC, FF_ENCODER_LIBVPX_VP9, FF_ENCODER_LIBX264, FF_ENCODER_MPEG4 } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { AV_LOG_QUIET } from 'node-av/constants'

export type Sample = {
  /** seconds */
  length?: number
  /** `640x360`; '' for a sound */
  size?: string
  tone?: boolean
  /** an old codec that no browser plays */
  old?: boolean
  /** further filters of the pictures */
  filter?: string
  /** pictures from one key frame to the next */
  gop?: number
}

/** Writes a sample; the ending of the path decides the format. */
export async function makeSample(
  path: string,
  { length = 4, size = '320x180', tone = true, old = false, filter = '', gop = 250 }: Sample = {},
): Promise<void> {
  Log.setLevel(AV_LOG_QUIET)
  await using output = await Muxer.open(path)
  const video = size === '' ? undefined : await Demuxer.open(`testsrc=duration=${length}:rate=25:size=${size}`, { format: 'lavfi' })
  const audio = tone ? await Demuxer.open(`sine=frequency=440:duration=${length}`, { format: 'lavfi' }) : undefined
  const pictures = async (input: Demuxer) => {
    const decoder = await Decoder.create(input.video()!)
    const shown = FilterAPI.create(`format=yuv420p${filter}`)
    const encoder = old
      ? await Encoder.create(FF_ENCODER_MPEG4, { decoder, filter: shown })
      : await Encoder.create(FF_ENCODER_LIBX264, { decoder, filter: shown, options: { preset: 'ultrafast', g: gop } })
    return [decoder, shown, encoder]
  }
  const sound = async (input: Demuxer) => {
    const decoder = await Decoder.create(input.audio()!)
    const heard = FilterAPI.create('aformat=sample_fmts=fltp:sample_rates=44100:channel_layouts=mono')
    return [decoder, heard, await Encoder.create(FF_ENCODER_AAC, { decoder, filter: heard })]
  }
  if (video && audio) await pipeline({ video, audio }, { video: await pictures(video), audio: await sound(audio) }, output).completion
  else if (video) await pipeline({ video }, { video: await pictures(video) }, output).completion
  else if (audio) await pipeline({ audio }, { audio: await sound(audio) }, output).completion
}

/** Writes a film (WebM, VP9) of the pictures 0000.png, 0001.png … in a folder, `rate` of them a second. */
export async function encodePictures(folder: string, path: string, rate: number): Promise<void> {
  Log.setLevel(AV_LOG_QUIET)
  await using output = await Muxer.open(path)
  const video = await Demuxer.open(join(folder, '%04d.png'), { format: 'image2', options: { framerate: String(rate) } })
  const decoder = await Decoder.create(video.video()!)
  const filter = FilterAPI.create('format=yuv420p')
  const encoder = await Encoder.create(FF_ENCODER_LIBVPX_VP9, { decoder, filter, options: { crf: 42, b: 0, g: 10 * rate } })
  await pipeline({ video }, { video: [decoder, filter, encoder] }, output).completion
}
