// What an encoder is asked to do, and the filters and options that all encoders share.

/** What is learners' copy of a video: one file, or a playlist with segments, plain or encrypted. */
export type Rendition = 'mp4' | 'm3u8' | 'm3u8_encode'
/** Longest and shortest side in pixels. */
export type Box = readonly [long: number, short: number]
/** Facts of a media file. `seconds` are those of its packets, not of its header; sizes are upright. */
export type MediaInfo = {
  seconds: number
  /** '' for none */
  videoCodec: string
  audioCodec: string
  width: number
  height: number
  /** clockwise degrees by which players turn the pictures */
  rotation: number
}
export type EncodeJob = {
  input: string
  /** the demuxer of the input: it is never guessed, so that a playlist or a script is no input */
  demuxer: string
  /** receives the output: OUTPUT_FILE or PLAYLIST with its segments, and POSTER */
  folder: string
  rendition: Rendition
  /** null: as large as the input */
  box: Box | null
  info: MediaInfo
  /** path of a file for `hls_key_info_file`; '' without encryption */
  keyInfo: string
}
/** Requests to the child process, and its reports. */
export type ChildRequest = { act: 'measure'; path: string } | { act: 'encode' | 'poster'; job: EncodeJob } | { act: 'version' }
export type ChildReport = { percent: number } | { info: MediaInfo | null } | { version: string } | { done: true } | { problem: string }

/** The encoder cannot do this job, now or later; the message is shown to users. */
export class EncodeRefused extends Error {}

export const OUTPUT_FILE = 'v.mp4'
export const PLAYLIST = 'index.m3u8'
export const POSTER = 'poster.jpg'
export const SEGMENT_SECONDS = 6
/** A frame of more pixels is not decoded: 8K has 33 million. */
export const MAX_PIXELS = 36_000_000
/** Nothing of a recording after this is encoded. */
export const MAX_SECONDS = 86_400
/** More frames in a second are left out. */
export const MAX_RATE = 60

/** The box of each `videoQuality` of the storage settings. */
const boxes: Record<string, Box> = { '480p': [854, 480], '720p': [1280, 720], '1080p': [1920, 1080], '2k': [2048, 1152] }
/** Tencent Cloud's settings name a width: the longer side has this length at most. */
for (const side of [720, 1_280, 1_920, 2_048]) boxes[side] = [side, side]
export const boxOf = (quality: string): Box | null => boxes[quality] ?? null

const even = (length: number) => Math.max(2, Math.floor(length / 2) * 2)

/** Even sides that fit into the box, which lies for landscape and stands for portrait; nothing is enlarged. */
export function fitted({ width, height }: Pick<MediaInfo, 'width' | 'height'>, box: Box | null): [number, number] {
  if (!box) return [even(width), even(height)]
  const [long, short] = box
  const [mostWidth, mostHeight] = width > height ? [long, short] : [short, long]
  const share = Math.min(1, mostWidth / width, mostHeight / height)
  return [even(width * share), even(height * share)]
}

/** The filter for pictures of an unknown size, as `fitted`. Square pixels, so that no player stretches the picture. */
export function pictureFilter(info: Pick<MediaInfo, 'width' | 'height'>, box: Box | null): string {
  const upright = "scale='max(2,trunc(iw*sar/2)*2)':'max(2,trunc(ih/2)*2)',setsar=1"
  const rest = 'setsar=1,format=yuv420p'
  if (info.width > 0) return `scale=${fitted(info, box).join(':')},${rest}`
  if (!box) return `${upright},${rest}`
  const [long, short] = box
  const side = (wide: number, tall: number, own: string) => `'if(gt(a,1),min(${wide},${own}),min(${tall},${own}))'`
  const into = `scale=${side(long, short, 'iw')}:${side(short, long, 'ih')}:force_original_aspect_ratio=decrease:force_divisible_by=2`
  return `${upright},${into},${rest}`
}

export const soundFilter = 'aresample=48000:async=1000,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo'

/** Whether the streams are already what players need, so that they are copied and nothing is lost. */
export function isCopied({ rendition, box, info }: EncodeJob): boolean {
  const fits = box === null || Math.max(info.width, info.height) <= box[0]
  const plays = (info.videoCodec === 'avc' || info.videoCodec === '') && (info.audioCodec === 'aac' || info.audioCodec === '')
  // a playlist has nowhere to say that pictures are turned
  return fits && plays && info.videoCodec + info.audioCodec !== '' && box === null && (rendition === 'mp4' || info.rotation === 0)
}

/** Options of the HLS muxer. */
export const playlistOptions = (folder: string, keyInfo: string): Record<string, string> => ({
  hls_time: String(SEGMENT_SECONDS),
  hls_playlist_type: 'vod',
  hls_flags: 'independent_segments',
  hls_segment_filename: `${folder}/s%05d.ts`,
  ...(keyInfo === '' ? {} : { hls_key_info_file: keyInfo }),
})

/** From where a poster is taken: not the first frame, which is often black. */
export const posterSecond = ({ seconds }: Pick<MediaInfo, 'seconds'>) => Math.min(5, seconds / 10)
export const posterFilter = "scale='min(640,iw)':-2,setsar=1,format=yuvj420p"
