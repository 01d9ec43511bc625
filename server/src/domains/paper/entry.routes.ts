// Calls of /api/exam whose answers depend on papers, or change them: arrangements for single people, scores of exams held on paper.
import { offline } from '@shuyuan/contract/exam/offline.ts'
import { override } from '@shuyuan/contract/exam/override.ts'
import { serve } from '../../kernel/endpoint.ts'
import { pageOverrides } from '../exam/override.service.ts'
import { importScores, scoreTemplate } from './offline.service.ts'
import { deleteOverrides, saveOverride } from './override.service.ts'

export default [
  ...serve(override, { list: pageOverrides, save: saveOverride, delete: deleteOverrides }),
  ...serve(offline, { import: importScores, 'import-template': scoreTemplate }),
]
