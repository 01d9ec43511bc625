// As ../compose.ts, for learners' pages.
import { lazy } from 'react'
import { lessonTools } from '../../domains/course/learn/lesson-tools.ts'

const StopDialog = lazy(async () => ({ default: (await import('../../domains/train/StopDialog.tsx')).StopDialog }))

lessonTools.set({ StopDialog })
