import { capture } from '@shuyuan/contract/paper/capture.ts'
import { serve } from '../../kernel/endpoint.ts'
import { saveCapture } from './event.service.ts'

export default serve(capture, { save: saveCapture })
