// The storage settings that concern videos, and the encoder of this server.
import type { App } from '../../../kernel/ctx.ts'
import { type Encoder, findEncoder } from '../../../kernel/media/encoder.ts'
import { appPart } from '../../../kernel/part.ts'
import { encoderFacts } from '../../operation/status.service.ts'
import { activeProp, onProps } from '../../site/provider/prop.service.ts'

export type MediaSettings = {
  /** storage provider: local, aliyun, qcloud, qiniu, s3 */
  provider: string
  encodeType: 'none' | 'ffmpeg' | 'online'
  /** the queue of conversions at a cloud; '' for its default */
  mediaQueue: string
  videoEncode: 'mp4' | 'm3u8' | 'm3u8_encode'
  videoQuality: string
  ffmpegHome: string
  /** the address of keys that the encoder writes into playlists, and the one that playlists name to players */
  encodeUrl: string
  decodeUrl: string
  /** 16 characters each, from which the keys of videos are derived; '' for random keys */
  encodeKey: string
  encodeIv: string
}

export async function mediaSettings(app: App): Promise<MediaSettings> {
  const { provider, data } = (await activeProp({ app }, 'upload')) ?? { provider: 'local', data: {} }
  const text = (name: string, otherwise = '') => (typeof data[name] === 'string' && data[name] !== '' ? data[name] : otherwise)
  return {
    provider,
    encodeType: text('encodeType', 'none') as MediaSettings['encodeType'],
    mediaQueue: text('mediaQueue'),
    videoEncode: text('videoEncode', 'mp4') as MediaSettings['videoEncode'],
    videoQuality: text('videoQuality', 'original'),
    ffmpegHome: text('ffmpegHome'),
    encodeUrl: text('encodeUrl', '/api/course/file/desc'),
    decodeUrl: text('decodeUrl', '/api/course/file/decrypt'),
    encodeKey: text('encodeKey'),
    encodeIv: text('encodeIv'),
  }
}

type Find = (home: string) => Promise<Encoder | undefined>
type Found = { home: string; encoder: Promise<Encoder | undefined> }
const encodersOf = appPart((app) => {
  const part: { found?: Found | undefined; find: Find } = { find: findEncoder }
  onProps(app, () => (part.found = undefined))
  return part
})

/** The encoder of this server, looked for once after each change of the settings; undefined without one. */
export async function encoderOf(app: App): Promise<Encoder | undefined> {
  const part = encodersOf(app)
  const { ffmpegHome: home } = await mediaSettings(app)
  if (part.found?.home !== home) part.found = { home, encoder: part.find(home) }
  const encoder = await part.found.encoder
  // it may be installed while the server runs
  if (!encoder || encoder.source === 'copy') part.found = undefined
  return encoder
}

/** Tells the page of the system's state which encoder there is. */
export const showEncoder = (app: App): void =>
  encoderFacts.replace(app, async () => {
    const { source, version } = (await encoderOf(app)) ?? { source: 'copy', version: '' }
    return { source: source === 'copy' ? 'none' : source, version }
  })

/** Replaces the search, for tests. */
export const findEncoderBy = (app: App, find: Find): void => void Object.assign(encodersOf(app), { find, found: undefined })
