// As ../compose.ts, for pages of learners: components that a page shows of later rooms and of domains above its own.
import { createElement, lazy } from 'react'
import { courseTools } from '../../domains/course/learn/course-tools.ts'
import { questionTools } from '../../domains/paper/question/question-tools.ts'
import { resultTools } from '../../domains/paper/result/result-tools.ts'
import { lessonTools, type LiveProps, type StopDialogProps } from '../../domains/course/learn/lesson-tools.ts'

const Notes = lazy(async () => ({ default: (await import('../../domains/course/talk/Notes.tsx')).Notes }))
const Questions = lazy(async () => ({ default: (await import('../../domains/course/talk/Questions.tsx')).Questions }))
const Rates = lazy(async () => ({ default: (await import('../../domains/course/rate/Rates.tsx')).Rates }))
const Rate = lazy(async () => ({ default: (await import('../../domains/course/rate/RateEnd.tsx')).RateEnd }))
const Exams = lazy(async () => ({ default: (await import('../../domains/exam/CourseExams.tsx')).CourseExams }))
const Certificate = lazy(async () => ({ default: (await import('../../domains/cert/CourseCert.tsx')).CourseCert }))
const CourseSurvey = lazy(async () => {
  const { AfterSurvey } = await import('../../domains/survey/AfterSurvey.tsx')
  return { default: ({ courseId }: { courseId: string }) => createElement(AfterSurvey, { refType: 'course', refId: courseId }) }
})
const ExamSurvey = lazy(async () => {
  const { AfterSurvey } = await import('../../domains/survey/AfterSurvey.tsx')
  return { default: ({ examId }: { examId: string }) => createElement(AfterSurvey, { refType: 'exam', refId: examId }) }
})
const Explain = lazy(async () => ({ default: (await import('../../domains/assist/explain/Explain.tsx')).Explain }))
const LiveSurvey = lazy(async () => {
  const { AfterSurvey } = await import('../../domains/survey/AfterSurvey.tsx')
  return { default: ({ roomId }: { roomId: string }) => createElement(AfterSurvey, { refType: 'live', refId: roomId }) }
})
const Live = lazy(async () => {
  const { LiveLesson } = await import('../../domains/live/LiveLesson.tsx')
  return { default: (props: LiveProps) => createElement(LiveLesson, { ...props, After: LiveSurvey }) }
})
/** It uses Ant Design, whose frame is loaded with it. */
const StopDialog = lazy(async () => {
  const [stop, { default: AntFrame }] = await Promise.all([import('../../domains/train/StopDialog.tsx'), import('../frame/AntFrame.tsx')])
  return { default: (props: StopDialogProps) => createElement(AntFrame, null, createElement(stop.StopDialog, props)) }
})
const Package = lazy(async () => ({ default: (await import('../../domains/course/scorm/PackageStage.tsx')).PackageStage }))
const Tool = lazy(async () => ({ default: (await import('../../domains/integrate/ToolButton.tsx')).ToolButton }))
const Work = lazy(async () => ({ default: (await import('../../domains/course/work/WorkPanel.tsx')).WorkPanel }))
const Room = lazy(async () => ({ default: (await import('../../domains/course/room/RoomPanel.tsx')).RoomPanel }))

courseTools.set({ Notes, Questions, Rates, Exams, Certificate, Survey: CourseSurvey, Rate })
questionTools.set({ Explain })
resultTools.set({ Survey: ExamSurvey })
lessonTools.set({ ...lessonTools.get(), Live, StopDialog, Package, Tool, Work, Room })
