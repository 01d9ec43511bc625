// The last encoder: hands an MP4 that browsers play on as it is, and refuses everything else in words.
import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EncodeRefused, type EncodeJob, OUTPUT_FILE } from './encode-job.ts'
import type { Encoder } from './encoder.ts'

/** Why this job needs a real encoder; '' when a copy is enough. */
export function whyNotCopied({ demuxer, rendition, box, info }: Pick<EncodeJob, 'demuxer' | 'rendition' | 'box' | 'info'>): string {
  const missing = '服务器没有转码程序'
  if (rendition !== 'mp4') return `${missing}，不能制作 M3U8，请安装 ffmpeg 或把视频编码改为 MP4`
  const plays = info.videoCodec === 'avc' && (info.audioCodec === 'aac' || info.audioCodec === '')
  if (demuxer !== 'mov' || !plays) return `${missing}，只能使用 H.264/AAC 的 MP4，请安装 ffmpeg 或转换后再上传`
  if (box && Math.max(info.width, info.height) > box[0]) return `${missing}，不能缩小画面，请安装 ffmpeg 或选择原画`
  return ''
}

/** @returns an encoder that needs no program */
export const copyEncoder = (): Encoder => ({
  source: 'copy',
  version: '',
  poster: async () => undefined,
  async run(job) {
    const why = whyNotCopied(job)
    if (why !== '') throw new EncodeRefused(why)
    await copyFile(job.input, join(job.folder, OUTPUT_FILE), constants.COPYFILE_FICLONE)
  },
})
