// As ../compose.ts, for pages of learners: components that a page shows of later rooms and of domains above its own.
import { lazy } from 'react'
import { courseTools } from '../../domains/course/learn/course-tools.ts'
import { lessonTools } from '../../domains/course/learn/lesson-tools.ts'

const Notes = lazy(async () => ({ default: (await import('../../domains/course/talk/Notes.tsx')).Notes }))
const Questions = lazy(async () => ({ default: (await import('../../domains/course/talk/Questions.tsx')).Questions }))
const Exams = lazy(async () => ({ default: (await import('../../domains/exam/CourseExams.tsx')).CourseExams }))
const Live = lazy(async () => ({ default: (await import('../../domains/live/LiveLesson.tsx')).LiveLesson }))
const StopDialog = lazy(async () => ({ default: (await import('../../domains/train/StopDialog.tsx')).StopDialog }))
const Package = lazy(async () => ({ default: (await import('../../domains/course/scorm/PackageStage.tsx')).PackageStage }))

courseTools.set({ Notes, Questions, Exams, Certificate: undefined })
lessonTools.set({ Live, StopDialog, Package })
