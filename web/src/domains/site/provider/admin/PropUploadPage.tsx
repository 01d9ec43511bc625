// Back office: file storage.
import { Alert } from 'antd'
import { type ReactElement, Suspense } from 'react'
import type { Values } from '../../../../kernel/form/form-values.ts'
import { type PlainText, t } from '../../../../kernel/i18n.ts'
import { NodeInput } from '../NodeInput.tsx'
import { ProviderPanel } from '../ProviderPanel.tsx'
import { UploadTest } from '../UploadTest.tsx'
import { storageTools } from '../storage-tools.ts'

const warning = '切换服务商不会迁移已有的文件：已上传的文件仍在原来的位置，请保留原服务商的空间。确定要切换吗？'
const notes = {
  localDir: '服务器上的目录，以 / 开头和结尾，例如 /data/upload/',
  url: '文件的公开访问地址，以 / 结尾；文件名接在后面',
  arn: '用于签发临时上传凭证的 RAM 角色，须允许 oss:PutObject',
  stsUrl: '留空使用服务商的官方地址',
  mediaUrl: '留空使用服务商的官方地址',
} as const
const s3Notes = {
  ...notes,
  endpoint: '例如 https://minio.example.com:9000，不含存储空间；内网或 http 地址须由运维写入 OUTGOING_ALLOW',
  region: '留空为 us-east-1；R2 填写 auto，AWS 填写存储空间所在的区域',
  style: 'MinIO、Ceph 一般用路径，AWS 两种都可以',
  url: '建议留空：由本站打开文件，存储空间不必公开。填写时须允许公共读，以 / 结尾，文件名接在后面',
  browserUrl: '仅当浏览器和服务器使用的地址不同时填写，例如服务器在内网访问；留空与服务地址相同',
} as const
const nodes: Record<string, [field: string, dicCode: string]> = {
  aliyun: ['endpoint', 'aliyun_upload_endpoins'],
  qcloud: ['region', 'qcloud_upload_endpoints'],
  qiniu: ['region', 'qiniu_upload_areas'],
}
const intros: Record<string, PlainText> = {
  local: '文件保存在服务器的目录中。访问地址为本站的 /files/ 时由本站提供访问，也可以使用其他 Web 服务器。',
  aliyun: '浏览器用临时凭证把文件直接传到 OSS，请在存储空间的跨域设置中允许本站的 PUT 请求和全部请求头。',
  qcloud: '浏览器用临时密钥把文件直接传到 COS，请在存储桶的跨域设置中允许本站的 PUT 请求和全部请求头。',
  s3: '浏览器用签名的地址把文件直接传到存储服务，请在存储空间的跨域设置中允许本站的 PUT 和 GET 请求及全部请求头。视频不转码，按原样播放。',
  qiniu: '浏览器用上传凭证把文件直接传到七牛云，空间须已绑定可访问的域名。',
}
/** Settings of videos that have no effect with the values of others. */
function hidden(data: Values): readonly string[] {
  // only this server's own folder has a directory; clouds convert to files that are not encrypted
  if (!('localDir' in data)) {
    const playing = ['encodeUrl', 'decodeUrl', 'aesKey', 'aesIv']
    return data['encodeType'] === 'online' ? playing : ['videoQuality', 'mediaQueue', 'mediaUrl', ...playing]
  }
  const encrypted = ['encodeUrl', 'decodeUrl', 'encodeKey', 'encodeIv', 'aesKey', 'aesIv']
  if (data['encodeType'] !== 'ffmpeg') return ['videoEncode', 'videoQuality', 'ffmpegHome', ...encrypted]
  return data['videoEncode'] === 'm3u8_encode' ? [] : encrypted
}

function controls(provider: string): Record<string, ReactElement> {
  const node = nodes[provider]
  return node ? { [node[0]]: <NodeInput dicCode={node[1]} /> } : {}
}

function intro(provider: string) {
  const text = intros[provider]
  if (text === undefined) return null
  return (
    <>
      <Alert type="info" title={`${t(text)} ${t('切换服务商不会迁移已有的文件。')}`} style={{ marginBlockEnd: 16 }} />
      {provider === 'local' && <Encoder />}
    </>
  )
}

function Encoder() {
  const { EncoderNote } = storageTools.use()
  return (
    EncoderNote && (
      <Suspense>
        <EncoderNote />
      </Suspense>
    )
  )
}

export default function PropUploadPage() {
  return (
    <ProviderPanel
      type="upload"
      without="尚未启用服务商：文件保存在服务器的数据目录中"
      saved="上传配置保存成功！"
      warning={warning}
      notes={(provider) => (provider === 's3' ? s3Notes : notes)}
      trial={(provider) => provider === 's3' && <UploadTest />}
      hidden={hidden}
      controls={controls}
      intro={intro}
    />
  )
}
