// A course and its files: the player on the left, the list on the right, below it on phones.
import { course as api } from '@shuyuan/contract/course/catalog/course.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { type CourseDetail, coursePath, minuteText, withProgress } from '../../catalog/course-labels.ts'
import { CourseEnd } from '../CourseEnd.tsx'
import { CourseCover } from '../CourseCover.tsx'
import { Head } from '../Head.tsx'
import type { LearnView } from '../learn-view.ts'
import { Lesson } from '../Lesson.tsx'
import { Side } from '../Side.tsx'
import { Turns } from '../useLearning.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import buttonStyles from '../../../../kernel/plain/button.module.css'
import courseStyles from '../../catalog/course.module.css'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import styles from '../course-view.module.css'

/** learner.md §9, *Read-stop break* */
const BREAK_MS = 3_500

/** Congratulations, once per file and course, and leaving the page when nothing counts there any more. */
function useLearnMessages(courseId: string) {
  const shown = useRef(new Set<string>())
  const leave = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  useEffect(() => () => clearTimeout(leave.current), [])
  const once = (key: string, text: string) => {
    if (shown.current.has(key)) return
    shown.current.add(key)
    notify.success(text)
  }
  return {
    all: () => once(courseId, t('恭喜，您已经学完全部课程啦！')),
    current: (fileId: string) => once(`${courseId}/${fileId}`, t('恭喜，您已学完本课件！')),
    stopped: (text: string) => {
      notify.error(text)
      clearTimeout(leave.current)
      leave.current = setTimeout(() => void navigate('/web/index?break', { replace: true }), BREAK_MS)
    },
    unchecked: () => {
      notify.error(t('未在规定时间内完成阅读验证，学习已中断'))
      void navigate('/web/index?break', { replace: true })
    },
  }
}

/** A file of the course, or the reason why it cannot be opened. */
function Place({ course, fileId }: { course: CourseDetail; fileId: string }) {
  const client = useQueryClient()
  const messages = useLearnMessages(course.id)
  const [turns] = useState(() => new Turns())
  const key = [api.detail.path, { id: course.id }]
  const file = course.files.find((one) => one.fileId === fileId)
  if (fileId === '' || !course.canLearn) return <CourseCover course={course} />
  if (!file)
    return (
      <PageEmpty
        text={t('这门课程里没有这个课件。')}
        action={
          <Link className={classes(buttonStyles.btn, buttonStyles.btnSmall)} to={coursePath(course.id)}>
            {t('查看课程')}
          </Link>
        }
      />
    )
  if (file.locked)
    return (
      <div className={classes(panelStyles.panel, styles.stage, styles.stageWord)}>
        <p>
          {file.openTime === null
            ? t('学完前面的必学课件后，这个课件才会打开。')
            : t('这个课件 {{time}} 开放。', { time: minuteText(file.openTime) })}
        </p>
        {course.nextFileId !== fileId && (
          <Link className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} to={coursePath(course.id, course.nextFileId)}>
            {t('去学该学的课件')}
          </Link>
        )}
      </div>
    )
  const progress = ({ process, learnSec, finished, courseFinished }: LearnView) => {
    if (process === file.process && finished === file.finished) return
    client.setQueryData<CourseDetail>(key, (before) => before && withProgress(before, fileId, { process, learnSec, finished }))
    if (!finished || file.finished) return
    if (courseFinished && course.learned !== 'finished') messages.all()
    else messages.current(fileId)
    // locked files may be open now, and the course progress has changed
    void client.invalidateQueries({ queryKey: key })
    void client.invalidateQueries({ queryKey: [api['user-paging'].path] })
  }
  return (
    <Lesson
      // the replay of a broadcast is another kind of file, which is opened anew
      key={`${fileId} ${file.fileType}`}
      course={course}
      file={file}
      turns={turns}
      onProgress={progress}
      onHint={(hint) => {
        if (hint.all) messages.all()
        else if (hint.current) messages.current(fileId)
      }}
      onStopped={messages.stopped}
      onBreak={messages.unchecked}
    />
  )
}

export default function CourseViewPage() {
  const { courseId = '', fileId = '' } = useParams()
  const location = useLocation()
  const { data, error, refetch } = useCall(api.detail, { id: courseId }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading />
  const resume = (location.state as { resume?: boolean } | null)?.resume === true
  if (fileId === '' && resume && data.nextFileId !== '')
    return <Navigate to={coursePath(courseId, data.nextFileId)} state={{ play: true }} replace />
  return (
    <div className={classes(styles.courseView, courseStyles.courseBars)}>
      <Head course={data} isLesson={data.canLearn && fileId !== ''} />
      <div className={styles.courseBody}>
        <div className={styles.courseMain}>
          <Place course={data} fileId={fileId} />
          <CourseEnd course={data} />
        </div>
        <Side course={data} fileId={fileId} />
      </div>
    </div>
  )
}
