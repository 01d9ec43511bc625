// An open file in the preview of a course: the learner's player, whose time does not count.
import type { course as api } from '@shuyuan/contract/course/catalog/course.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Suspense, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { Dialog } from '../../../kernel/plain/Dialog.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import { clockText, isHeaded, isMedia, wayOf } from '../catalog/course-labels.ts'
import { CatalogueBar } from './CatalogueBar.tsx'
import { FileIcon } from './FileIcon.tsx'
import { opening } from './learn-view.ts'
import { lessonTools } from './lesson-tools.ts'
import { Stage } from './Stage.tsx'
import type { LearnHandle } from './useLearning.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from './course-view.module.css'

type Previewed = Data<typeof api.preview>
type PreviewedFile = Previewed['files'][number]
type LessonProps = { course: Previewed; file: PreviewedFile }

const nothing = () => undefined

/** Reports nothing. Every place of the file may be jumped to. */
const uncounted = (play: Previewed['play'], { duration }: PreviewedFile): LearnHandle => ({
  view: { ...opening, phase: 'open', play, furthest: duration },
  play: nothing,
  at: nothing,
  jump: nothing,
  end: () => Promise.resolve(0),
  hold: nothing,
  checked: nothing,
  answered: nothing,
  captured: nothing,
  retry: nothing,
  stop: nothing,
})

/** A broadcast and a tool of another site know only learners. */
const Elsewhere = ({ file }: { file: PreviewedFile }) => (
  <div className={styles.stageWord}>
    <FileIcon way={wayOf(file)} />
    <b>{file.title}</b>
    <p>{t('预览中不能打开，学员在这里进入。')}</p>
  </div>
)

function Shown({ course, file, isHeld, onTime }: LessonProps & { isHeld: boolean; onTime: (seconds: number) => void }) {
  const { PackagePreview, WorkPreview, RoomPreview } = lessonTools.use()
  const way = wayOf(file)
  if (way === 'live' || way === 'tool') return <Elsewhere file={file} />
  if (way === 'package') return <Suspense>{PackagePreview && <PackagePreview fileId={file.fileId} title={file.title} />}</Suspense>
  if (way === 'work')
    return (
      <div className={styles.stageWork}>
        <Suspense>{WorkPreview && <WorkPreview fileId={file.fileId} />}</Suspense>
      </div>
    )
  if (way === 'room')
    return (
      <div className={styles.stageWork}>
        <Suspense>{RoomPreview && <RoomPreview fileId={file.fileId} />}</Suspense>
      </div>
    )
  return <Stage course={course} file={file} learning={uncounted(course.play, file)} due={{ isDue: isHeld, at: onTime }} />
}

export function PreviewLesson({ course, file }: LessonProps) {
  // the questions that the player has passed, by their number
  const [passed, setPassed] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const stop = file.stops[passed]
  const goOn = () => {
    setHeld(false)
    setPassed((before) => before + 1)
  }
  const isPlayed = isMedia(wayOf(file))
  return (
    <article className={styles.lesson} aria-label={file.title}>
      <div className={styles.lessonTop} data-way={wayOf(file)}>
        <div className={classes(panelStyles.panel, styles.stage)} data-way={wayOf(file)}>
          {isHeaded(file) && <h2 className={styles.lessonTitle}>{file.title}</h2>}
          <Shown course={course} file={file} isHeld={isHeld} onTime={(seconds) => stop && seconds >= stop.atSec && setHeld(true)} />
        </div>
        <CatalogueBar course={course} fileId={file.fileId} />
      </div>
      {isHeld && stop && (
        <Dialog title={t('插题（{{time}}）', { time: clockText(stop.atSec) })} onClose={goOn}>
          <div className={styles.previewStop}>
            <p>{stop.title}</p>
            <p>{t('学员在这里作答，答完后继续播放。')}</p>
            <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} onClick={goOn}>
              {t('继续播放')}
            </button>
          </div>
        </Dialog>
      )}
      <footer className={styles.lessonFoot}>
        {!isHeaded(file) && <h2>{file.title}</h2>}
        {file.needSec > 0 && <span className={styles.lessonCount}>{t('需学 {{length}}', { length: clockText(file.needSec) })}</span>}
        {isPlayed && file.stops.length > 0 && <span className={styles.lessonCount}>{t('{{n}} 道插题', { n: file.stops.length })}</span>}
      </footer>
    </article>
  )
}
