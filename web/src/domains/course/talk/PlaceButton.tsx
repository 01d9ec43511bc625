// The place of a note or question; a click goes there.
import { t } from '../../../kernel/i18n.ts'
import { clockText, type CourseDetail, isMedia, wayOf } from '../catalog/course-labels.ts'
import styles from './talk.module.css'

export type NotePlace = { fileId: string | null; fileTitle: string; position: number }

/** `第一讲 · 1:05`, or the title alone where nothing is played. */
export const placeText = ({ fileTitle, position }: NotePlace) => (position > 0 ? `${fileTitle} · ${clockText(position)}` : fileTitle)

type PlaceButtonProps = { course: CourseDetail; place: NotePlace; onGo: (fileId: string, seconds: number) => void }

/** Text instead of a button for a file that left the course or cannot be opened; nothing without a file. */
export function PlaceButton({ course, place, onGo }: PlaceButtonProps) {
  const { fileId } = place
  if (fileId === null) return null
  const file = course.files.find((one) => one.fileId === fileId)
  if (!file || file.locked || !course.canLearn) return <span className={styles.talkPlace}>{placeText(place)}</span>
  const seconds = isMedia(wayOf(file)) ? place.position : 0
  return (
    <button
      type="button"
      className={styles.talkPlace}
      aria-label={t('回到 {{place}}', { place: placeText(place) })}
      onClick={() => onGo(fileId, seconds)}
    >
      {placeText(place)}
    </button>
  )
}

/** The place of something that is written now: in the open file, at the second that plays. */
export function placeOf({ files }: CourseDetail, fileId: string, seconds: number): NotePlace {
  const file = files.find((one) => one.fileId === fileId)
  return { fileId: file ? fileId : null, fileTitle: file?.title ?? '', position: file && isMedia(wayOf(file)) ? seconds : 0 }
}
