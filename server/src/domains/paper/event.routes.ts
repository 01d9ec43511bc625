import { event } from '@shuyuan/contract/paper/event.ts'
import { timeline } from '@shuyuan/contract/paper/timeline.ts'
import { serve } from '../../kernel/endpoint.ts'
import { saveEvent } from './event.service.ts'
import { listTimeline } from './timeline.list.service.ts'

export default [...serve(event, { save: saveEvent }), ...serve(timeline, { list: listTimeline })]
