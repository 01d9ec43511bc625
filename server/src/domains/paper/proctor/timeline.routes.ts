import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { listTimeline } from './timeline-list.service.ts'

export default serve(timeline, { list: listTimeline })
