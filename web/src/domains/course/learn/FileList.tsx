// The files of a course by chapter: kind, length, progress, and why a file is locked.
import { Link } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { byChapter, clockText, minuteText, type CourseDetail, type LearnItem, wayOf } from '../catalog/course-labels.ts'
import { useCoursePath } from './course-place.ts'
import { FileIcon } from './FileIcon.tsx'
import { focusFirst } from '../../../kernel/plain/Dialog.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import textStyles from '../../../kernel/plain/text.module.css'
import courseStyles from '../catalog/course.module.css'
import styles from './course-view.module.css'

function State({ file }: { file: LearnItem }) {
  if (file.finished)
    return (
      <span className={classes(styles.fileState, styles.fileDone)}>
        <span aria-hidden="true">✓</span>
        <span className={textStyles.visuallyHidden}>{t('已学完')}</span>
      </span>
    )
  if (file.locked)
    return (
      <svg className={classes(styles.fileState, styles.courseIcon)} viewBox="0 0 24 24" role="img" aria-label={t('未解锁')}>
        <path d="M6 11h12v9H6v-9Zm2.5 0V8a3.5 3.5 0 0 1 7 0v3" />
      </svg>
    )
  return <span className={styles.fileState}>{file.process}%</span>
}

function Words({ file }: { file: LearnItem }) {
  const length =
    file.duration > 0 ? clockText(file.duration) : file.needSec > 0 ? t('需学 {{length}}', { length: clockText(file.needSec) }) : ''
  const facts = [tLabel(file.fileType_dictText), ...(length === '' ? [] : [length]), ...(file.required ? [] : [t('选学')])]
  return (
    <span className={styles.fileText}>
      <b>{file.title}</b>
      <span className={courseStyles.courseDim}>{facts.join(' · ')}</span>
      {file.locked && (
        <span className={courseStyles.courseDim}>
          {file.openTime === null ? t('学完前面的必学课件后解锁') : t('{{time}} 开放', { time: minuteText(file.openTime) })}
        </span>
      )}
      {file.dueTime !== null && !file.finished && (
        <span className={file.overdue ? styles.fileLate : courseStyles.courseDim}>
          {file.overdue
            ? t('已逾期：{{time}}', { time: minuteText(file.dueTime) })
            : t('{{time}} 前学完', { time: minuteText(file.dueTime) })}
        </span>
      )}
      {file.process > 0 && !file.finished && (
        <span className={styles.fileLine} style={{ inlineSize: `${file.process}%` }} aria-hidden="true" />
      )}
    </span>
  )
}

/** `onChoose`: a file was chosen, the open one too. */
export function FileList({ course, fileId, onChoose }: { course: CourseDetail; fileId: string; onChoose?: () => void }) {
  const pathOf = useCoursePath()
  return (
    <div className={styles.fileList}>
      {byChapter(course.files).map(({ chapter, files }, at) => (
        // a chapter may occur twice
        // oxlint-disable-next-line react/no-array-index-key
        <section key={`${at} ${chapter}`}>
          {chapter !== '' && <h2>{chapter}</h2>}
          <ol>
            {files.map((file) => {
              const inside = (
                <>
                  <FileIcon way={wayOf(file)} />
                  <Words file={file} />
                  <State file={file} />
                </>
              )
              return (
                <li key={file.fileId}>
                  {course.canLearn && !file.locked ? (
                    <Link
                      to={pathOf(course.id, file.fileId)}
                      state={{ play: true }}
                      onClick={onChoose}
                      {...(file.fileId === fileId ? { 'aria-current': 'true', ...focusFirst } : {})}
                    >
                      {inside}
                    </Link>
                  ) : (
                    <span className={styles.fileShut}>{inside}</span>
                  )}
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </div>
  )
}
