// What is open in a lesson: player or viewer, or why there is none.
import { course as courseCalls } from '@shuyuan/contract/course/catalog/course.ts'
import { useQueryClient } from '@tanstack/react-query'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { PageError } from '../../../kernel/piece/PageState.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import { useMe } from '../../../shared/session/session.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import boneStyles from '../../../kernel/plain/bone.module.css'
import { Cover } from '../catalog/Cover.tsx'
import { addressOf, clockText, type CourseDetail, fileAfter, isMedia, type LearnItem, wayOf } from '../catalog/course-labels.ts'
import { useCoursePath } from './course-place.ts'
import { FileIcon } from './FileIcon.tsx'
import { lessonTools } from './lesson-tools.ts'
import { captionsOf } from './player/captions.ts'
import { keepCaptions, keepSpeed, keptCaptions, keptSpeed } from './player/kept-choice.ts'
import { Reader } from './Reader.tsx'
import type { LearnHandle } from './useLearning.ts'
import styles from './course-view.module.css'

// few courses check faces
const FaceGate = lazy(async () => ({ default: (await import('../face/FaceGate.tsx')).FaceGate }))
const MediaPlayer = lazy(async () => ({ default: (await import('./player/MediaPlayer.tsx')).MediaPlayer }))

const Waiting = () => <div className={classes(styles.stageWait, boneStyles.bone)} aria-busy="true" aria-label={t('加载中')} />

/** After jumps the end can be reached with seconds missing. The medium then restarts, so the learner needs the reason. */
function sayMissing(seconds: number) {
  if (seconds > 0) notify.warning(t('已播放到末尾，还需学习 {{time}} 才算学完', { time: clockText(seconds) }), 5)
}

function NextFile({ course, fileId }: { course: CourseDetail; fileId: string }) {
  const pathOf = useCoursePath()
  const next = fileAfter(course.files, fileId)
  if (!next) return null
  const text = t('下一个：{{title}}', { title: next.title })
  return (
    <Link className={styles.stageNext} to={pathOf(course.id, next.fileId)} state={{ play: true }} aria-label={text} title={text}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 5v14l9-7-9-7Zm10 0h2v14h-2V5Z" />
      </svg>
    </Link>
  )
}

/** The time of a broadcast is counted by its room; when that finished the file, or the replay is there, the course is read again. */
function OnAir(place: { courseId: string; fileId: string }) {
  const { Live } = lessonTools.use()
  const client = useQueryClient()
  const onChange = () => void client.invalidateQueries({ queryKey: [courseCalls.detail.path] })
  return <Suspense fallback={<Waiting />}>{Live && <Live {...place} onChange={onChange} />}</Suspense>
}

/** A tool reports by itself that the learner is through. */
function Outside({ course, file, learning }: Omit<StageProps, 'due'>) {
  const { Tool } = lessonTools.use()
  const { finished } = learning.view
  // who comes back from its window may be through
  const ask = useEffectEvent(() => void (!finished && learning.end()))
  useEffect(() => {
    const onFocus = () => ask()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])
  return (
    <div className={styles.stageWord}>
      <FileIcon way="tool" />
      <b>{file.title}</b>
      <Suspense fallback={<Waiting />}>{Tool && <Tool courseId={course.id} fileId={file.fileId} finished={finished} />}</Suspense>
    </div>
  )
}

/** Handing in may finish the lesson, which the answer to its end says. */
function Assignment({ course, file, learning }: Omit<StageProps, 'due'>) {
  const { Work } = lessonTools.use()
  return (
    <div className={styles.stageWork}>
      <Suspense fallback={<Waiting />}>
        {Work && <Work courseId={course.id} fileId={file.fileId} onChange={() => void learning.end()} />}
      </Suspense>
    </div>
  )
}

/** Attendance may have finished the lesson, which the answer to its end says. */
function InRoom({ course, file, learning }: Omit<StageProps, 'due'>) {
  const { Room } = lessonTools.use()
  return (
    <div className={styles.stageWork}>
      <Suspense fallback={<Waiting />}>
        {Room && <Room courseId={course.id} fileId={file.fileId} onChange={() => void learning.end()} />}
      </Suspense>
    </div>
  )
}

/** Another page of the learner counts now, as in the room of an exam. */
const Elsewhere = ({ onGoOn }: { onGoOn: () => void }) => (
  <div className={styles.stageWord} role="alert">
    <b>{t('您已在其他页面打开课件，本页不再计时')}</b>
    <p>{t('在此继续后，另一个页面会暂停。')}</p>
    <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} onClick={onGoOn}>
      {t('在此继续')}
    </button>
  </div>
)

/** What has to be answered before the file goes on. */
type Due = { isDue: boolean; at: (seconds: number, isEnd?: boolean) => void }
type StageProps = { course: CourseDetail; file: LearnItem; learning: LearnHandle; due: Due }

export function Stage({ course, file, learning, due }: StageProps) {
  // a note leads to its second
  const { play: isPlayed, at } = (useLocation().state ?? {}) as { play?: boolean; at?: number }
  const me = useMe()
  const { Package } = lessonTools.use()
  const { view } = learning
  const [isBack, setBack] = useState(false)
  if (view.phase === 'failed' && view.error instanceof CallFailure && view.error.reason === 'courseFace')
    return (
      <Suspense fallback={<Waiting />}>
        <FaceGate courseId={course.id} fileId={file.fileId} onPassed={learning.retry} />
      </Suspense>
    )
  if (view.phase === 'failed') return <PageError error={view.error} onRetry={learning.retry} />
  if (view.phase === 'stopped' && view.elsewhere)
    return (
      <Elsewhere
        onGoOn={() => {
          setBack(true)
          learning.retry()
        }}
      />
    )
  if (view.phase === 'stopped') return <div className={styles.stageWord}>{t('本页已停止计时')}</div>
  if (view.phase === 'opening') return <Waiting />
  const way = wayOf(file)
  if (way === 'live') return <OnAir courseId={course.id} fileId={file.fileId} />
  if (way === 'tool') return <Outside course={course} file={file} learning={learning} />
  if (way === 'work') return <Assignment course={course} file={file} learning={learning} />
  if (way === 'room') return <InRoom course={course} file={file} learning={learning} />
  const src = addressOf(file)
  const watermark = course.watermark ? `${me.realName} ${me.userName}` : ''
  if (way === 'package')
    return (
      Package && (
        <Suspense fallback={<Waiting />}>
          <Package
            key={file.fileId}
            courseId={course.id}
            fileId={file.fileId}
            title={file.title}
            // the page asks for the file's end, which the server knows already
            onReport={(finished) => void (finished && !view.finished && learning.end())}
          />
        </Suspense>
      )
    )
  if (!isMedia(way)) return <Reader file={file} src={src} watermark={watermark} />
  return (
    <Suspense fallback={<Waiting />}>
      <MediaPlayer
        key={file.fileId}
        src={src}
        title={file.title}
        isVideo={way === 'watch'}
        poster={file.posterUrl}
        from={at !== undefined && (course.videoDrag || at <= view.furthest) ? at : view.position}
        furthest={view.furthest}
        length={file.duration}
        mayDrag={course.videoDrag || (course.dragFinished && view.finished)}
        speeds={course.speeds}
        speed={keptSpeed(me.id)}
        onSpeed={(speed) => keepSpeed(me.id, speed)}
        onJump={learning.jump}
        autoPlay={isPlayed === true || isBack}
        held={due.isDue}
        play={view.play}
        captions={captionsOf(course, file)}
        language={keptCaptions(me.id)}
        onLanguage={(language) => keepCaptions(me.id, language)}
        watermark={watermark}
        cover={<Cover course={course} top />}
        next={<NextFile course={course} fileId={file.fileId} />}
        onPlay={learning.play}
        onTime={due.at}
        onEnd={(seconds) => {
          due.at(seconds, true)
          if (view.stopAt === null) void learning.end().then(sayMissing)
        }}
      />
    </Suspense>
  )
}
