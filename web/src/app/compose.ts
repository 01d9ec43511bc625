// What domains show of other domains above them: put together here, the only place that knows them all.
import { lazy } from 'react'
import { examTools } from '../domains/exam/exam-tools.ts'

const ScoreImport = lazy(async () => ({ default: (await import('../domains/paper/admission/ScoreImport.tsx')).ScoreImport }))

examTools.set({ ScoreImport })
