// Settings of storage: this server's disk or a cloud (admin.md §3, *Storage config*).
import { say } from '../site.texts.ts'
import * as z from '../../kernel/z.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { choice, optionalText } from '../../kernel/field.ts'
import { directory, orEmpty, webAddress, webFolder } from '../../kernel/rule.ts'
import { type Fit, address, baseUrl, hostPart, ownSecret, secret, setting } from './prop-field.ts'

/** The size of videos for learners; cloud providers name the width. */
export const videoQuality = {
  original: '原画',
  '480p': '480P（854×480）',
  '720p': '720P（1280×720）',
  '1080p': '1080P（1920×1080）',
  '2k': '2K（2048×1152）',
} as const
const width = { '720': '宽 720', '1280': '宽 1280', '1920': '宽 1920', '2048': '宽 2048' } as const
const sixteen: Fit = [(value) => value.length === 16, say('lengthExactly', { count: 16 })]

/** Addresses from which a player fetches encrypted videos and their keys. */
const playing = {
  encodeUrl: optionalText('加密地址', 300).default('/api/course/file/desc'),
  decodeUrl: optionalText('解密地址', 300).default('/api/course/file/decrypt'),
  aesKey: ownSecret('传输加密 KEY', sixteen),
  aesIv: ownSecret('传输加密 IV', sixteen),
}
/** Transcoding at the storage provider. */
const online = {
  encodeType: choice('转码方式', { none: '不转码', online: '云端转码' }).default('none'),
  mediaQueue: optionalText('转码队列', 100),
}
/** another address of the service that converts videos */
const mediaUrl = address(orEmpty(webAddress('转码接口地址')))
/** another address of the service for temporary keys */
const stsUrl = address(orEmpty(webAddress('令牌接口地址')))
const node = address(hostPart('存储节点', say('storageNodeEmpty')))
const bucket = hostPart('存储空间', say('storageBucketEmpty'))

export const StorageLocal = z.object({
  localDir: directory('存储目录'),
  url: webFolder('访问地址'),
  encodeType: choice('转码方式', { none: '不转码', ffmpeg: '本地转码（FFmpeg）' }).default('none'),
  ffmpegHome: orEmpty(directory('FFmpeg 目录')),
  videoEncode: choice('视频编码', { mp4: 'MP4', m3u8: 'M3U8', m3u8_encode: 'M3U8（加密）' }).default('mp4'),
  videoQuality: choice('视频质量', videoQuality).default('original'),
  encodeKey: ownSecret('视频加密 KEY', sixteen),
  encodeIv: ownSecret('视频加密 IV', sixteen),
  ...playing,
})
export const StorageAliyun = z.object({
  endpoint: node,
  bucket,
  arn: setting('角色 ARN', say('roleArnEmpty')),
  accessKeyId: setting('AccessKeyId', say('accessKeyIdEmpty')),
  accessKeySecret: secret('AccessKeySecret', say('accessKeySecretEmpty')),
  url: webFolder('访问地址'),
  ...online,
  videoQuality: choice('视频质量', videoQuality).default('original'),
  ...playing,
  baseUrl,
  stsUrl,
  mediaUrl,
})
export const StorageQcloud = z.object({
  region: node,
  bucket,
  secretId: setting('SecretId', say('requiredPlain', { label: 'SecretId' })),
  secretKey: secret('SecretKey', say('requiredPlain', { label: 'SecretKey' })),
  url: webFolder('访问地址'),
  ...online,
  // one of the provider's widths; the original is not offered (admin.md §9)
  videoQuality: choice('视频质量', width).default('1280'),
  ...playing,
  baseUrl,
  stsUrl,
  mediaUrl,
})
export const StorageQiniu = z.object({
  region: node,
  bucket,
  accessKeyId: setting('AccessKey', say('accessKeyIdEmpty')),
  accessKeySecret: secret('SecretKey', say('accessKeySecretEmpty')),
  // files are read there, with signed requests
  url: address(webFolder('访问地址')),
  ...online,
  videoQuality: choice('视频质量', videoQuality).default('original'),
  ...playing,
  baseUrl,
  mediaUrl,
})

/** Any service with the calls of Amazon S3: MinIO, Ceph, Garage, R2, AWS. */
export const StorageS3 = z.object({
  endpoint: address(webAddress('服务地址')),
  bucket,
  // a name of the service's own; most services of one's own take any
  region: orEmpty(
    setting('区域', undefined, 60)
      .regex(/^[\w-]+$/, encoded(sayKernel('hostForm', { label: '区域' })))
      .meta({ title: '区域', control: 'text' }),
  ),
  style: choice('寻址方式', { path: '路径（服务地址/存储空间/文件）', host: '虚拟主机（存储空间.服务地址/文件）' }).default('path'),
  accessKeyId: setting('AccessKeyId', say('accessKeyIdEmpty')),
  accessKeySecret: secret('AccessKeySecret', say('accessKeySecretEmpty')),
  /** the public address; '': the site itself leads to signed addresses, so that the bucket may be closed */
  url: orEmpty(webFolder('访问地址')),
  /** the service as browsers reach it; '': as the server does */
  browserUrl: orEmpty(webAddress('浏览器使用的服务地址')),
})

/** What a test of a bucket tries, in this order. */
export const probeSteps = {
  write: '写入文件',
  read: '读取文件',
  direct: '浏览器直传与签名地址',
  pieces: '分片上传',
  cross: '跨域设置',
  access: '公共读',
  remove: '删除文件',
} as const
/** `warn`: it works, but not as well as it could */
export const probeStates = { good: '正常', warn: '注意', bad: '失败' } as const
