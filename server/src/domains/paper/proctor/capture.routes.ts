import { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { saveCapture } from '../attempt/event.service.ts'

export default serve(capture, { save: saveCapture })
