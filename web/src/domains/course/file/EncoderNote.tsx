// Which encoder and which LibreOffice this server has, and which host plays packages, for the storage settings.
import { courseFile, encoderSources } from '@shuyuan/contract/course/file/file.ts'
import { Alert } from 'antd'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'

export function EncoderNote() {
  const { data } = useCall(courseFile.encoder, {}, { quiet: true })
  if (!data) return null
  const title =
    data.source === 'none'
      ? t('没有找到转码程序：请安装 ffmpeg，或填写 FFmpeg 目录。')
      : data.source === 'online'
        ? t('视频由云端转码。')
        : data.source === 'copy'
          ? t('没有找到转码程序：只接受 H.264/AAC 的 MP4，原样使用。')
          : t('转码程序：{{source}}，FFmpeg {{version}}', { source: tLabel(encoderSources[data.source]), version: data.version })
  const office =
    data.office === ''
      ? t('没有找到 LibreOffice：Word、PPT 和 Excel 课件只能下载。')
      : t('文档转换为 PDF：{{version}}', { version: data.office })
  const packages =
    data.contentHost === ''
      ? t('SCORM 课件在隔离的页面中播放，框架之间不能互相调用。')
      : t('SCORM 课件由独立域名 {{host}} 播放。', { host: data.contentHost })
  return (
    <Alert
      type={data.source === 'none' || data.source === 'copy' ? 'warning' : 'info'}
      showIcon
      title={title}
      description={
        <>
          <div>{office}</div>
          <div>{packages}</div>
        </>
      }
      style={{ marginBlockEnd: 16 }}
    />
  )
}
