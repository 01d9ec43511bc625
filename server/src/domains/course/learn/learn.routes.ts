// /api/course/file/learn, the same calls under /api/course/learn, and /api/course/read-check.; /api/course/file/desc and /api/course/file/decrypt
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { courseLearn } from '@shuyuan/contract/course/learn/learn.ts'
import { readCheck } from '@shuyuan/contract/course/learn/read-check.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { listLearnt, pageLearns } from './learn-list.service.ts'
import { fixProcess, loadProcess, saveProcess } from './learn.service.ts'
import { genCheck, passCheck } from './read-check.service.ts'
import { courseKey } from '@shuyuan/contract/course/learn/video-key.ts'
import { openVideoKey } from './key-access.service.ts'

const handlers = {
  paging: pageLearns,
  courses: listLearnt,
  'load-process': loadProcess,
  'save-process': saveProcess,
  'fix-process': fixProcess,
}

export default [
  ...serve(courseFileLearn, handlers),
  ...serve(courseLearn, handlers),
  ...serve(readCheck, { gen: genCheck, pass: passCheck }),
  ...serve(courseKey, { desc: openVideoKey, decrypt: openVideoKey }),
]
