import { event } from '@shuyuan/contract/paper/attempt/event.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { saveEvent } from './event.service.ts'

export default serve(event, { save: saveEvent })
