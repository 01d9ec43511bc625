// Reads length, codecs and size of a media file without decoding it.
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import type { MediaInfo } from './encode-job.ts'

/**
 * Reads a file. The length is that of its packets: what the header says may be wrong.
 * @returns null for a format that is not known here, or a file that is none
 */
export async function measure(path: string): Promise<MediaInfo | null> {
  const input = new Input({
    source: new FilePathSource(path),
    formats: ALL_FORMATS.filter((one) => one.name !== 'HTTP Live Streaming (HLS)'),
  })
  try {
    if (!(await input.canRead())) return null
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    return {
      seconds: await input.computeDuration(),
      videoCodec: video ? nameOf((await video.getCodec()) ?? 'unknown', (await video.getCodecParameterString()) ?? '') : '',
      audioCodec: audio ? ((await audio.getCodec()) ?? 'unknown') : '',
      width: (await video?.getDisplayWidth()) ?? 0,
      height: (await video?.getDisplayHeight()) ?? 0,
      rotation: (await video?.getRotation()) ?? 0,
    }
  } finally {
    input.dispose()
  }
}

/** H.264 of a profile that every browser plays is `avc`; others, such as 4:4:4, are `avc-other`. */
const nameOf = (codec: string, parameters: string) =>
  codec === 'avc' && !/^avc[13]\.(?:42|4d|58|64)/i.test(parameters) ? 'avc-other' : codec
