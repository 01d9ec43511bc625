// Components that a domain shows of domains it may not import; only the application knows them all.
import { lazy } from 'react'
import { examTools } from '../domains/exam/exam-tools.ts'
import { storageTools } from '../domains/sys/provider/storage-tools.ts'

const ScoreImport = lazy(async () => ({ default: (await import('../domains/paper/admission/ScoreImport.tsx')).ScoreImport }))

const EncoderNote = lazy(async () => ({ default: (await import('../domains/course/file/EncoderNote.tsx')).EncoderNote }))

examTools.set({ ScoreImport })
storageTools.set({ EncoderNote })
