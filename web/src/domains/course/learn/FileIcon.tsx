// Icons of the kinds of course files.
import type { Way } from '../catalog/course-labels.ts'
import styles from './course-view.module.css'

const shapes: Record<Way, string> = {
  read: 'M6 3h8l4 4v14H6V3Zm8 0v4h4M9 12h6m-6 4h6',
  fetch: 'M12 4v10m0 0 4-4m-4 4-4-4M5 19h14',
  hear: 'M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Zm10-2a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
  live: 'M12 12h.01M8.5 15.5a5 5 0 0 1 0-7m7 0a5 5 0 0 1 0 7M5.6 18.4a9 9 0 0 1 0-12.8m12.8 0a9 9 0 0 1 0 12.8',
  watch: 'M4 5h16v14H4V5Zm6 4v6l5-3-5-3Z',
  tool: 'M10 5H5v14h14v-5M13 5h6v6m0-6-9 9',
  work: 'M5 4h14v16H5V4Zm4 5h6m-6 4h3m1 4 5-5',
  room: 'M12 21s-6-5.6-6-10.5a6 6 0 1 1 12 0C18 15.4 12 21 12 21Zm0-8.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  package: 'M4 8l8-4 8 4v8l-8 4-8-4V8Zm0 0 8 4 8-4m-8 4v8',
}

export const FileIcon = ({ way }: { way: Way }) => (
  <svg className={styles.courseIcon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={shapes[way]} />
  </svg>
)
