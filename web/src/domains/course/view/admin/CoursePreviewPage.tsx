// Back office: the preview of a course, as wide as a desktop or as a phone.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { Button, Segmented, Tag } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useCall } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { usePageSubject } from '../../../../shared/page/page-subject.ts'
import { coursePagePath } from '../../catalog/course-page-path.ts'
import styles from '../course-page.module.css'

type Width = 'desktop' | 'phone'

export default function CoursePreviewPage() {
  const { id = '' } = useParams()
  const [width, setWidth] = useState<Width>('desktop')
  const { data, error, refetch } = useCall(course['admin/detail'], { id }, { quiet: true })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={8} />
  return (
    <div className={styles.preview}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{data.title}</h1>
          <Tag color="processing">{t('预览')}</Tag>
        </div>
        <div className={styles.acts}>
          <Segmented<Width>
            aria-label={t('预览宽度')}
            value={width}
            onChange={setWidth}
            options={[
              { value: 'desktop', label: t('电脑') },
              { value: 'phone', label: t('手机') },
            ]}
          />
          <Link to={coursePagePath(id)}>
            <Button>{t('返回课程')}</Button>
          </Link>
        </div>
      </header>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site, which needs its storage */}
      <iframe
        className={styles.frame}
        data-width={width}
        title={t('“{{title}}”的预览', { title: data.title })}
        src={`/web/course/preview/${id}`}
        allow="fullscreen; autoplay; picture-in-picture"
      />
    </div>
  )
}
