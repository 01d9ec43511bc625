// A course as its learners see it, for people who make courses: nothing is counted or stored.
import { course as api } from '@shuyuan/contract/course/catalog/course.ts'
import { useParams } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import { CourseCover } from '../CourseCover.tsx'
import { Head } from '../Head.tsx'
import { PreviewLesson } from '../PreviewLesson.tsx'
import { Side } from '../Side.tsx'
import courseStyles from '../../catalog/course.module.css'
import styles from '../course-view.module.css'

export default function CoursePreviewPage() {
  const { courseId = '', fileId = '' } = useParams()
  const { data, error, refetch } = useCall(api.preview, { id: courseId }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading />
  const file = data.files.find((one) => one.fileId === fileId)
  return (
    <main className={styles.previewPage} aria-label={t('预览')}>
      <p role="note" className={styles.previewNote}>
        <b>{t('预览')}</b> {t('不记录进度和积分，不核验人脸，课件都可以打开。')}
      </p>
      <div className={classes(styles.courseView, courseStyles.courseBars)}>
        <Head course={data} isLesson={fileId !== ''} />
        <div className={styles.courseBody}>
          <div className={styles.courseMain}>
            {fileId === '' && <CourseCover course={data} />}
            {fileId !== '' &&
              (file ? <PreviewLesson key={fileId} course={data} file={file} /> : <PageEmpty text={t('这门课程里没有这个课件。')} />)}
          </div>
          <Side course={data} fileId={fileId} />
        </div>
      </div>
    </main>
  )
}
