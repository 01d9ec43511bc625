// The open file: its player or viewer, the learnt time, and the next file.
import { LearnCapture } from '../face/LearnCapture.tsx'
import { type ReadHint, readChannel } from '@shuyuan/contract/course/learn/read-hint.ts'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { useMe } from '../../../shared/session/session.ts'
import { useAntiDebug } from '../../../shared/session/useAntiDebug.ts'
import { clockText, type CourseDetail, coursePath, fileAfter, isHeaded, isMedia, type LearnItem, wayOf } from '../catalog/course-labels.ts'
import { CatalogueBar } from './CatalogueBar.tsx'
import type { LearnView } from './learn-view.ts'
import { lessonTools } from './lesson-tools.ts'
import { ReadCheckDialog } from './ReadCheckDialog.tsx'
import { Stage } from './Stage.tsx'
import { type LearnHandle, type Turns, useLearning } from './useLearning.ts'
import { nextMedia, usePreload } from './useNextFile.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from './course-view.module.css'
import { openChannel } from '../../../shared/page/open-channel.ts'

/** `session`: id of this opening of the file; '' while it is not open */
type ReadPlace = { userId: string; courseId: string; fileId: string; session: string }

/** Listens while the file is open. Without a socket the answers to reports bring the same news, except the takeover. */
function useReadSocket({ userId, courseId, fileId, session }: ReadPlace, onHint: (hint: ReadHint) => void) {
  const notify = useEffectEvent(onHint)
  useEffect(() => {
    if (session === '') return undefined
    return openChannel(readChannel, { userId, courseId, fileId, session }, { onMessage: (hint) => notify(hint) })
  }, [userId, courseId, fileId, session])
}

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

/** Whether the reading check, a question of the file or a capture is due. Time does not count until it is answered or has passed. */
function useDue({ view, hold, checked, answered, at }: LearnHandle) {
  const [isReached, setReached] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const isOpen = view.phase === 'open'
  const isCheck = isOpen && view.checkIn !== null && view.checkIn <= 0
  const isStop = isOpen && isReached && view.stopAt !== null
  // a question that is passed over, because an exam has it now, does not pause the file
  const isDue = isCheck || (isStop && isAsked) || (isOpen && view.captureHeld)
  const settle = useEffectEvent((due: boolean) => hold(due))
  useEffect(() => settle(isDue), [isDue])
  return {
    isCheck,
    isStop: isStop && !isCheck,
    isDue,
    pass: checked,
    ask: () => setAsked(true),
    answer(stopAt: number | null) {
      setReached(false)
      setAsked(false)
      answered(stopAt)
    },
    /** position of the medium; `isEnd`: a question after the end of a replaced file is asked there */
    at(seconds: number, isEnd = false) {
      at(seconds)
      if (view.stopAt !== null && (isEnd || seconds >= view.stopAt)) setReached(true)
    },
  }
}

/** Until then the file plays on: the question may be one that is passed over. */
const LATE_MS = 1_000

function Late({ onLate }: { onLate: () => void }) {
  const late = useEffectEvent(onLate)
  useEffect(() => {
    const timer = setTimeout(() => late(), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return null
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
  usePreload(nextMedia(course, file.fileId, finished ? 100 : view.process))
  const { StopDialog } = lessonTools.use()
  // a course whose videos are locked
  useAntiDebug({ on: !course.videoDrag && phase === 'open', allowPaste: false })

  useReadSocket({ userId, courseId: course.id, fileId: file.fileId, session }, (hint) => {
    // the tool has reported, the assignment has passed, or attendance was recorded: the answer to this call says what is finished
    if (!hint.stopped && ['tool', 'work', 'room'].includes(wayOf(file))) return void learning.end()
    if (!hint.stopped) return onHint(hint)
    // the stage says so; while this page opens the file again, it is told of its own opening before
    if (hint.elsewhere) return void (phase === 'open' && learning.stop(true))
    learning.stop()
    onStopped(hint.stopMsg || t('本页已停止计时'))
  })
  const end = useEffectEvent(() => void learning.end())
  const isRead = !isMedia(wayOf(file)) && wayOf(file) !== 'package'
  useEffect(() => {
    // a document without a required time is finished when it is opened
    if (phase === 'open' && isRead && view.needSec === 0 && !finished) end()
  }, [phase, isRead, view.needSec, finished])

  return (
    <article className={styles.lesson} aria-label={file.title}>
      <div className={styles.lessonTop} data-way={wayOf(file)}>
        <div className={classes(panelStyles.panel, styles.stage)} data-way={wayOf(file)}>
          {isHeaded(file) && <h2 className={styles.lessonTitle}>{file.title}</h2>}
          <Stage course={course} file={file} learning={learning} due={due} />
        </div>
        <CatalogueBar course={course} fileId={file.fileId} />
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
        <Suspense fallback={<Late onLate={due.ask} />}>
          <StopDialog courseId={course.id} fileId={file.fileId} onAsk={due.ask} onAnswered={(stopAt) => due.answer(stopAt)} />
        </Suspense>
      )}
      {phase === 'open' && (
        <LearnCapture
          courseId={course.id}
          fileId={file.fileId}
          held={view.captureHeld}
          due={view.captureDue}
          onTaken={learning.captured}
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
        {!isHeaded(file) && <h2>{file.title}</h2>}
        {phase === 'open' && (view.finished || !['live', 'tool', 'work', 'room'].includes(wayOf(file))) && <Counter view={view} />}
        {view.finished && <Next course={course} file={file} />}
        {phase === 'open' && isMedia(wayOf(file)) && wayOf(file) !== 'live' && view.needSec > 0 && !view.finished && (
          <p className={styles.lessonRule}>{t('播放过的每一秒计一次，倍速播放同样计入，跳过的部分不计。')}</p>
        )}
      </footer>
    </article>
  )
}
