// Components that a domain shows of domains it may not import; only the application knows them all.
import { lazy } from 'react'
import { examTools } from '../domains/exam/exam-tools.ts'

const ScoreImport = lazy(async () => ({ default: (await import('../domains/paper/admission/ScoreImport.tsx')).ScoreImport }))

examTools.set({ ScoreImport })
