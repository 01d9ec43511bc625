// /api/course/file/desc and /api/course/file/decrypt
import { courseKey } from '@shuyuan/contract/course/learn/video-key.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { openVideoKey } from './key-access.service.ts'

export default serve(courseKey, { desc: openVideoKey, decrypt: openVideoKey })
