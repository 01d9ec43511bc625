// /api/course/file/learn, and the same calls under /api/course/learn.
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { courseLearn } from '@shuyuan/contract/course/learn/learn.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { pageLearns } from './learn-list.service.ts'
import { fixProcess, loadProcess, saveProcess } from './learn.service.ts'

const handlers = { paging: pageLearns, 'load-process': loadProcess, 'save-process': saveProcess, 'fix-process': fixProcess }

export default [...serve(courseFileLearn, handlers), ...serve(courseLearn, handlers)]
