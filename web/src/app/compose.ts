// Components that a domain shows of domains it may not import; only the application knows them all.
import { lazy } from 'react'
import { courseTools } from '../domains/course/learn/course-tools.ts'
import { examTools } from '../domains/exam/exam-tools.ts'

const Notes = lazy(async () => ({ default: (await import('../domains/course/talk/Notes.tsx')).Notes }))
const Questions = lazy(async () => ({ default: (await import('../domains/course/talk/Questions.tsx')).Questions }))
const Exams = lazy(async () => ({ default: (await import('../domains/exam/CourseExams.tsx')).CourseExams }))
const ScoreImport = lazy(async () => ({ default: (await import('../domains/paper/admission/ScoreImport.tsx')).ScoreImport }))

courseTools.set({ Notes, Questions, Exams, Certificate: undefined })
examTools.set({ ScoreImport })
