// The files of a course in their sections.
import { Card, Tag } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty } from '../../../kernel/piece/PageState.tsx'
import { lengthText } from '../file/file-labels.ts'
import { KindMark } from '../file/KindMark.tsx'
import type { Course } from './course-view.ts'
import styles from './course-page.module.css'

type File = Course['files'][number]

/** Files that follow each other in one chapter. */
function chaptersOf(files: readonly File[]): { chapter: string; files: File[] }[] {
  const found: { chapter: string; files: File[] }[] = []
  for (const file of files) {
    const { chapter = '' } = file
    const last = found.at(-1)
    if (last?.chapter === chapter) last.files.push(file)
    else found.push({ chapter, files: [file] })
  }
  return found
}

export function CourseFiles({ course: one }: { course: Course }) {
  if (one.files.length === 0) return <PageEmpty text={t('这门课程还没有课件')} />
  return (
    <Card size="small" title={t('{{n}} 个课件', { n: one.files.length })}>
      {chaptersOf(one.files).map(({ chapter, files }) => (
        <section key={files[0]!.fileId} className={styles.chapter}>
          {chapter !== '' && <h2>{chapter}</h2>}
          <ol>
            {files.map((file) => (
              <li key={file.fileId}>
                <KindMark fileType={file.fileType} />
                <span>{file.title}</span>
                {file.duration > 0 && <small>{lengthText(file.duration)}</small>}
                <Tag>{file.required ? t('必学') : t('选学')}</Tag>
                {!file.enabled && <Tag color="warning">{t('停用')}</Tag>}
                {file.stops.length > 0 && <small>{t('{{n}} 道插题', { n: file.stops.length })}</small>}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Card>
  )
}
