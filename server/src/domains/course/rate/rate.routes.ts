// /api/course/rate
import { courseRate } from '@shuyuan/contract/course/rate/rate.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { hideRates, replyToRate } from './desk.service.ts'
import { pageRates, saveRate } from './rate.service.ts'

export default [...serve(courseRate, { save: saveRate, paging: pageRates, hide: hideRates, reply: replyToRate })]
