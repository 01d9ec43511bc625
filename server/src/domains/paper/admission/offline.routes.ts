import { offline } from '@shuyuan/contract/paper/admission/offline.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { importScores, scoreTemplate, wrongScoreRows } from './offline.service.ts'

export default serve(offline, { import: importScores, 'import-wrong': wrongScoreRows, 'import-template': scoreTemplate })
