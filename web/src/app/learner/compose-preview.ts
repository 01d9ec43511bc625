// As compose.ts, for the preview of a course, which has no layout: lessons as people who make courses see them.
import { type ComponentType, createElement, lazy } from 'react'
import { lessonTools, type LessonPreviewProps } from '../../domains/course/learn/lesson-tools.ts'

const PackagePreview = lazy(async () => ({ default: (await import('../../domains/course/scorm/PackagePreview.tsx')).PackagePreview }))
/** They use Ant Design, too. */
const framed = (load: () => Promise<ComponentType<LessonPreviewProps>>) =>
  lazy(async () => {
    const [Preview, { default: AntFrame }] = await Promise.all([load(), import('../frame/AntFrame.tsx')])
    return { default: (props: LessonPreviewProps) => createElement(AntFrame, null, createElement(Preview, { ...props, learner: true })) }
  })
const WorkPreview = framed(async () => (await import('../../domains/course/work/WorkPreview.tsx')).WorkPreview)
const RoomPreview = framed(async () => (await import('../../domains/course/room/RoomPreview.tsx')).RoomPreview)

lessonTools.set({ ...lessonTools.get(), PackagePreview, WorkPreview, RoomPreview })
