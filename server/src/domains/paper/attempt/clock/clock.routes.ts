import { event } from '@shuyuan/contract/paper/attempt/event.ts'
import { serve } from '../../../../kernel/endpoint.ts'
import { saveEvent } from './event.service.ts'
import { late } from '@shuyuan/contract/paper/attempt/late.ts'
import { askForLate } from './late-own.service.ts'
import { acceptLate, pageLate } from './late.service.ts'

export default [...serve(event, { save: saveEvent }), ...serve(late, { paging: pageLate, ask: askForLate, accept: acceptLate })]
