// Slots of the course page for what stands above it: later rooms and other domains. Filled in by web/src/app/learner/compose.ts.
import type { ComponentType } from 'react'
import { store } from '../../../kernel/state/store.ts'
import type { CourseDetail } from '../catalog/course-labels.ts'

export type TalkProps = { course: CourseDetail; fileId: string }
export type EndProps = { courseId: string }

type Slot<P> = ComponentType<P> | undefined

export const courseTools = store<{
  /** the tabs 笔记, 问答 and 评价 */
  Notes: Slot<TalkProps>
  Questions: Slot<TalkProps>
  Rates: Slot<TalkProps>
  /** of a finished course: what comes next */
  Certificate: Slot<EndProps>
  Exams: Slot<EndProps>
  Survey: Slot<EndProps>
  Rate: Slot<EndProps>
}>({
  Notes: undefined,
  Questions: undefined,
  Rates: undefined,
  Certificate: undefined,
  Exams: undefined,
  Survey: undefined,
  Rate: undefined,
})
