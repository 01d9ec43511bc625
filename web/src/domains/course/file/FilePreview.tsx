// A course file as learners see it: a player, a viewer, or a download link.
import { type courseFile, CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PageLoading } from '../../../kernel/PageState.tsx'
import { AUDIO, PDF, SCORM, sizeText, TOOL, VIDEO } from './file-labels.ts'
import { fileTools } from './file-tools.ts'
import { canShow, PdfFrame } from './PdfFrame.tsx'
import { KindMark } from './KindMark.tsx'
import styles from './course-file.module.css'

type Shown = Pick<RowOf<typeof courseFile.paging>, 'id' | 'state' | 'title' | 'fileName' | 'fileSize' | 'fileType' | 'fileUrl' | 'viewUrl'>

export function FilePreview({ file }: { file: Shown }) {
  const { id, state, title, fileName, fileSize, fileType, fileUrl, viewUrl } = file
  const { PackagePreview } = fileTools.use()
  const shown = viewUrl || fileUrl
  if (fileType === PDF && canShow(shown)) return <PdfFrame url={shown} title={title} />
  if (fileType === SCORM && state === CourseFileState.ready && PackagePreview)
    return (
      <Suspense fallback={<PageLoading shape="form" rows={3} />}>
        <PackagePreview fileId={id} title={title} />
      </Suspense>
    )
  if (fileType === TOOL)
    return (
      <div className={styles.fileFetch}>
        <KindMark fileType={fileType} />
        <span>{title}</span>
        <small>{t('链接到其他网站的工具，在“外部工具链接”中修改和试开')}</small>
      </div>
    )
  const plays = !shown.endsWith('.m3u8')
  if (plays && (fileType === VIDEO || fileType === AUDIO)) return <Media key={shown} {...file} />
  return (
    <div className={styles.fileFetch}>
      <KindMark fileType={fileType} />
      <span>{fileName || title}</span>
      <Button icon={<DownloadOutlined />} href={fileUrl} download={fileName || title}>
        {t('下载（{{size}}）', { size: sizeText(fileSize) })}
      </Button>
      {plays && fileType !== PDF && fileType !== SCORM && <small>{t('这种文件不能在线预览，学员下载后阅读')}</small>}
    </div>
  )
}

function Media({ title, fileType, fileUrl, viewUrl }: Shown) {
  const shared = { controls: true, preload: 'metadata', 'aria-label': title } as const
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- files are uploaded without captions
  if (fileType === VIDEO) return <video {...shared} className={styles.fileVideo} src={viewUrl || fileUrl} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
  return <audio {...shared} className={styles.fileAudio} src={viewUrl || fileUrl} />
}
