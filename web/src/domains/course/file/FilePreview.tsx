// A course file as learners see it: a player, a viewer, or a download link.
import { courseFile, CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import type { Data, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense } from 'react'
import { can } from '../../../kernel/access/permission.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { CaptionTracks } from './CaptionTracks.tsx'
import { AUDIO, PDF, ROOM, SCORM, sizeText, TOOL, VIDEO, WORK } from './file-labels.ts'
import { fileTools } from './file-tools.ts'
import { canShow, PdfFrame } from './PdfFrame.tsx'
import { KindMark } from './KindMark.tsx'
import styles from './course-file.module.css'

type Shown = Pick<
  RowOf<typeof courseFile.paging>,
  'id' | 'state' | 'title' | 'fileName' | 'fileSize' | 'fileType' | 'fileUrl' | 'viewUrl' | 'rendition'
> &
  Partial<Pick<Data<typeof courseFile.detail>, 'play' | 'captions'>>

const ENCRYPTED = 'm3u8_encode'

export function FilePreview({ file }: { file: Shown }) {
  const { id, state, title, fileName, fileSize, fileType, fileUrl, viewUrl, rendition, play, captions = [] } = file
  const { PackagePreview, PlaylistPreview, WorkPreview, RoomPreview } = fileTools.use()
  const shown = viewUrl || fileUrl
  if (fileType === PDF && canShow(shown)) return <PdfFrame url={shown} title={title} />
  if (fileType === SCORM && state === CourseFileState.ready && PackagePreview)
    return (
      <Suspense fallback={<PageLoading shape="form" rows={3} />}>
        <PackagePreview fileId={id} title={title} />
      </Suspense>
    )
  const Preview = fileType === WORK ? WorkPreview : fileType === ROOM ? RoomPreview : undefined
  if (Preview)
    return (
      <Suspense fallback={<PageLoading shape="form" rows={3} />}>
        <Preview fileId={id} />
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
  const isMedia = fileType === VIDEO || fileType === AUDIO
  const plays = !shown.endsWith('.m3u8')
  if (!plays && isMedia && PlaylistPreview && (rendition !== ENCRYPTED || play))
    return (
      <Suspense fallback={<PageLoading shape="form" rows={3} />}>
        <PlaylistPreview src={shown} title={title} play={play ?? null} isSound={fileType === AUDIO} captions={captions} />
      </Suspense>
    )
  // a row of a list does not say how its key is asked for
  if (!plays && rendition === ENCRYPTED && !play && can(['course:file:list'])) return <Opened id={id} />
  if (plays && isMedia) return <Media key={shown} {...file} />
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

function Opened({ id }: { id: string }) {
  const { data, error, refetch } = useCall(courseFile.detail, { id }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={3} />
  return <FilePreview file={data} />
}

function Media({ title, fileType, fileUrl, viewUrl, captions = [] }: Shown) {
  const shared = { controls: true, preload: 'metadata', 'aria-label': title, src: viewUrl || fileUrl } as const
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- only videos have captions
  if (fileType === AUDIO) return <audio {...shared} className={styles.fileAudio} />
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- its tracks are within CaptionTracks
    <video {...shared} className={styles.fileVideo}>
      <CaptionTracks captions={captions} />
    </video>
  )
}
