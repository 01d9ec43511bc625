// The details of a course file: preview, properties, and the courses that contain it.
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { Alert, Drawer } from 'antd'
import { Link } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { can } from '../../../kernel/access/permission.ts'
import { CaptionList } from './CaptionList.tsx'
import { lengthText, sizeText, VIDEO } from './file-labels.ts'
import { FileFlaws } from './file-columns.tsx'
import { FilePreview } from './FilePreview.tsx'
import styles from './course-file.module.css'

type FileDrawerProps = { target: { id: string; title: string } | undefined; onClose: () => void }

export function FileDrawer({ target, onClose }: FileDrawerProps) {
  return (
    <Drawer open={target !== undefined} onClose={onClose} size={760} destroyOnHidden title={target?.title}>
      {target && <FileFacts id={target.id} />}
    </Drawer>
  )
}

function FileFacts({ id }: { id: string }) {
  const { data, error, refetch } = useCall(courseFile.detail, { id }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  const facts: [string, string][] = [
    [t('文件名'), data.fileName],
    [t('类型'), tLabel(data.fileType_dictText)],
    [t('大小'), sizeText(data.fileSize)],
    [t('时长'), lengthText(data.duration)],
    [t('课件分类'), tLabel(data.catId_dictText)],
    [t('上传时间'), data.createTime],
  ]
  return (
    <div className={styles.fileDrawer}>
      <FilePreview file={data} />
      {data.error !== '' && <Alert type="warning" showIcon title={data.error} />}
      <span>
        <FileFlaws {...data} />
      </span>
      <dl>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {data.fileType === VIDEO && <CaptionList fileId={id} fileName={data.fileName} captions={data.captions} />}
      <section aria-labelledby={`used-${id}`}>
        <h2 id={`used-${id}`}>{t('所在课程')}</h2>
        {data.courses.length === 0 ? (
          <p>{t('还没有课程使用这个课件')}</p>
        ) : (
          <ul>
            {data.courses.map((one) => (
              <li key={one.id}>{can(['course:list']) ? <Link to={`/admin/course/view/${one.id}`}>{one.title}</Link> : one.title}</li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
