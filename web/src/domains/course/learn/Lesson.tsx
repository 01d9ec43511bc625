// The open file: its player or viewer, the learnt time, and the next file.
import type { ReadHint } from '@shuyuan/contract/course/learn/read-hint.ts'
import { useEffect, useEffectEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { PageError } from '../../../kernel/PageState.tsx'
import { useMe } from '../../../shared/session.ts'
import { useAntiDebug } from '../../../shared/useAntiDebug.ts'
import { addressOf, clockText, type CourseDetail, coursePath, fileAfter, isMedia, type LearnItem, wayOf } from '../catalog/course-labels.ts'
import { FaceGate } from '../face/FaceGate.tsx'
import { LearnCapture } from '../face/LearnCapture.tsx'
import type { LearnView } from './learning.ts'
import { MediaPlayer } from './MediaPlayer.tsx'
import { Reader } from './Reader.tsx'
import { type LearnHandle, type Turns, useLearning } from './useLearning.ts'
import { useReadSocket } from './useReadSocket.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import boneStyles from '../../../kernel/plain/bone.module.css'
import buttonStyles from '../../../kernel/plain/button.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from './course-view.module.css'

type LessonProps = {
  course: CourseDetail
  /** used on the first render only; another file needs another component (`key`) */
  file: LearnItem
  turns: Turns
  /** the counted time has changed */
  onProgress: (view: LearnView) => void
  onHint: (hint: ReadHint) => void
  /** counting has stopped, with the reason */
  onStopped: (text: string) => void
}

/** After double speed or network stalls the end can be reached with seconds missing. The medium then restarts, so the learner needs the reason. */
function sayMissing(seconds: number) {
  if (seconds > 0) notify.warning(t('已播放到末尾，还需学习 {{time}} 才算学完', { time: clockText(seconds) }), 5)
}

function Stage({ course, file, learning }: { course: CourseDetail; file: LearnItem; learning: LearnHandle }) {
  const location = useLocation()
  const { view } = learning
  if (view.phase === 'failed' && view.error instanceof CallFailure && view.error.reason === 'courseFace')
    return <FaceGate courseId={course.id} fileId={file.fileId} onPassed={learning.retry} />
  if (view.phase === 'failed') return <PageError error={view.error} onRetry={learning.retry} />
  if (view.phase === 'stopped') return <div className={styles.stageWord}>{t('本页已停止计时')}</div>
  if (view.phase === 'opening')
    return <div className={classes(styles.stageWait, boneStyles.bone)} aria-busy="true" aria-label={t('加载中')} />
  const way = wayOf(file)
  const src = addressOf(file)
  if (!isMedia(way)) return <Reader file={file} src={src} />
  return (
    <MediaPlayer
      key={file.fileId}
      src={src}
      title={file.title}
      isVideo={way === 'watch'}
      from={view.position}
      mayDrag={course.videoDrag || (course.dragFinished && view.finished)}
      autoPlay={(location.state as { play?: boolean } | null)?.play === true}
      onPlay={learning.play}
      onTime={learning.at}
      onEnd={() => void learning.end().then(sayMissing)}
    />
  )
}

function Counter({ view }: { view: LearnView }) {
  if (view.finished)
    return (
      <span className={styles.fileDone}>
        <span aria-hidden="true">✓ </span>
        {t('已学完')}
      </span>
    )
  return (
    <span className={styles.lessonCount}>
      <span>
        {t('已学 {{time}}', { time: clockText(view.learnSec) })}
        {view.needSec > 0 && ` / ${t('需学 {{length}}', { length: clockText(view.needSec) })}`}
      </span>
      {view.needSec > 0 && <progress max={view.needSec} value={Math.min(view.learnSec, view.needSec)} aria-label={t('本课件学习进度')} />}
    </span>
  )
}

function Next({ course, file }: { course: CourseDetail; file: LearnItem }) {
  const next = fileAfter(course.files, file.fileId)
  if (!next) return null
  return (
    <Link
      className={classes(buttonStyles.btn, buttonStyles.btnSmall, buttonStyles.btnPrimary, styles.lessonNext)}
      to={coursePath(course.id, next.fileId)}
      state={{ play: true }}
    >
      <span>{t('下一个：{{title}}', { title: next.title })}</span>
    </Link>
  )
}

export function Lesson({ course, file, turns, onProgress, onHint, onStopped }: LessonProps) {
  const { id: userId } = useMe()
  const learning = useLearning({ userId, courseId: course.id, file, turns }, (now) => {
    if (now.phase === 'open') onProgress(now)
    if (now.phase === 'stopped' && now.error) onStopped(now.error.message)
  })
  const { view } = learning
  const { phase, session, finished } = view
  // a course whose videos are locked
  useAntiDebug({ on: !course.videoDrag && phase === 'open', allowPaste: false })

  useReadSocket({ userId, courseId: course.id, fileId: file.fileId, session }, (hint) => {
    if (!hint.stopped) return onHint(hint)
    learning.stop()
    onStopped(hint.stopMsg || t('您已在其他页面打开课件，本页不再计时'))
  })
  const end = useEffectEvent(() => void learning.end())
  const isRead = !isMedia(wayOf(file))
  useEffect(() => {
    // a document without a required time is finished when it is opened
    if (phase === 'open' && isRead && view.needSec === 0 && !finished) end()
  }, [phase, isRead, view.needSec, finished])

  return (
    <article className={styles.lesson} aria-label={file.title}>
      <div className={classes(panelStyles.panel, styles.stage)} data-way={wayOf(file)}>
        <Stage course={course} file={file} learning={learning} />
      </div>
      {phase === 'open' && (
        <LearnCapture
          courseId={course.id}
          fileId={file.fileId}
          onBreak={(text) => {
            learning.stop()
            onStopped(text)
          }}
        />
      )}
      {view.offline && (
        <p role="status" className={styles.lessonOffline}>
          {t('网络已断开，学习时长先保存在本机，恢复后自动上报。')}
        </p>
      )}
      <footer className={styles.lessonFoot}>
        <h2>{file.title}</h2>
        {phase === 'open' && <Counter view={view} />}
        {view.finished && <Next course={course} file={file} />}
      </footer>
    </article>
  )
}
