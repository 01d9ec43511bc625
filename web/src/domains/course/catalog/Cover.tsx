// A course's picture; without one, a drawing with its name.
import type { CSSProperties } from 'react'
import type { CourseRow } from './course-labels.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import styles from './course.module.css'

const hues = [222, 196, 168, 262, 24, 340]
/** The colour depends on the id, so that it stays the same. */
const hueOf = (id: string) => hues[Number(id) % hues.length]

type Props = {
  course: Pick<CourseRow, 'id' | 'title' | 'cover'>
  /** whether it is seen as soon as its page opens */
  top?: boolean
}

export function Cover({ course, top = false }: Props) {
  const { cover } = course
  if (cover !== '')
    return (
      <img
        className={styles.courseCover}
        data-part="cover"
        src={cover}
        alt=""
        loading={top ? 'eager' : 'lazy'}
        fetchPriority={top ? 'high' : 'auto'}
      />
    )
  return (
    <span
      className={classes(styles.courseCover, styles.courseCoverDrawn)}
      data-part="cover"
      style={{ '--hue': hueOf(course.id) } as CSSProperties}
      aria-hidden="true"
    >
      <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice">
        <circle cx="268" cy="30" r="86" />
        <circle cx="300" cy="170" r="58" />
        <path d="M36 132c22-3 42 1 58 13 16-12 36-16 58-13V64c-22-3-42 1-58 13-16-12-36-16-58-13zm58-55v68" />
      </svg>
      <span>{course.title.slice(0, 1)}</span>
    </span>
  )
}
