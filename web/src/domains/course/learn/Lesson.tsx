// The open file: its player or viewer, the learnt time, and the next file.
import { LearnCapture } from '../face/LearnCapture.tsx'
import type { ReadHint } from '@shuyuan/contract/course/learn/read-hint.ts'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { useMe } from '../../../shared/session.ts'
import { useAntiDebug } from '../../../shared/useAntiDebug.ts'
import { clockText, type CourseDetail, coursePath, fileAfter, isMedia, type LearnItem, wayOf } from '../catalog/course-labels.ts'
import type { LearnView } from './learning.ts'
import { lessonTools } from './lesson-tools.ts'
import { ReadCheckDialog } from './ReadCheckDialog.tsx'
import { Stage } from './Stage.tsx'
import { type LearnHandle, type Turns, useLearning } from './useLearning.ts'
import { useReadSocket } from './useReadSocket.ts'
import { classes } from '../../../kernel/theme/classes.ts'
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
  /** a reading check was not answered */
  onBreak: () => void
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

/** Whether the reading check or a question of the file is due. Time does not count until it is answered. */
function useDue({ view, hold, checked, answered, at }: LearnHandle) {
  const [isReached, setReached] = useState(false)
  const isOpen = view.phase === 'open'
  const isCheck = isOpen && view.checkIn !== null && view.checkIn <= 0
  const isStop = isOpen && isReached && view.stopAt !== null
  const isDue = isCheck || isStop
  const settle = useEffectEvent((due: boolean) => hold(due))
  useEffect(() => settle(isDue), [isDue])
  return {
    isCheck,
    isStop: isStop && !isCheck,
    isDue,
    pass: checked,
    answer(stopAt: number | null) {
      setReached(false)
      answered(stopAt)
    },
    /** position of the medium; `isEnd`: a question after the end of a replaced file is asked there */
    at(seconds: number, isEnd = false) {
      at(seconds)
      if (view.stopAt !== null && (isEnd || seconds >= view.stopAt)) setReached(true)
    },
  }
}

export function Lesson({ course, file, turns, onProgress, onHint, onStopped, onBreak }: LessonProps) {
  const { id: userId } = useMe()
  const learning = useLearning({ userId, courseId: course.id, file, turns }, (now) => {
    if (now.phase === 'open') onProgress(now)
    if (now.phase === 'stopped' && now.error) onStopped(now.error.message)
  })
  const { view } = learning
  const { phase, session, finished } = view
  const due = useDue(learning)
  const { StopDialog } = lessonTools.use()
  // a course whose videos are locked
  useAntiDebug({ on: !course.videoDrag && phase === 'open', allowPaste: false })

  useReadSocket({ userId, courseId: course.id, fileId: file.fileId, session }, (hint) => {
    // the tool has reported: the answer to this call says what is finished
    if (!hint.stopped && wayOf(file) === 'tool') return void learning.end()
    if (!hint.stopped) return onHint(hint)
    learning.stop()
    onStopped(hint.stopMsg || t('您已在其他页面打开课件，本页不再计时'))
  })
  const end = useEffectEvent(() => void learning.end())
  const isRead = !isMedia(wayOf(file)) && wayOf(file) !== 'package'
  useEffect(() => {
    // a document without a required time is finished when it is opened
    if (phase === 'open' && isRead && view.needSec === 0 && !finished) end()
  }, [phase, isRead, view.needSec, finished])

  return (
    <article className={styles.lesson} aria-label={file.title}>
      <div className={classes(panelStyles.panel, styles.stage)} data-way={wayOf(file)}>
        <Stage course={course} file={file} learning={learning} due={due} />
      </div>
      {due.isCheck && (
        <ReadCheckDialog
          courseId={course.id}
          fileId={file.fileId}
          onPass={() => due.pass(course.checkSec)}
          onBreak={() => {
            learning.stop()
            onBreak()
          }}
        />
      )}
      {due.isStop && StopDialog && (
        <Suspense fallback={null}>
          <StopDialog courseId={course.id} fileId={file.fileId} onAnswered={(stopAt) => due.answer(stopAt)} />
        </Suspense>
      )}
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
        {phase === 'open' && (view.finished || !['live', 'tool'].includes(wayOf(file))) && <Counter view={view} />}
        {view.finished && <Next course={course} file={file} />}
      </footer>
    </article>
  )
}
