import { exam } from '@shuyuan/contract/exam/exam.ts'
import { watch } from '@shuyuan/contract/exam/watch.ts'
import { socket } from '@shuyuan/contract/socket/socket.ts'
import { serve } from '../../kernel/endpoint.ts'
import { checkInfo } from './create.service.ts'
import { giveTicket } from './ticket.service.ts'
import { forceHand, forceHandAll, pageHanded, pageSitting, watchStat } from './watch.service.ts'

// papers know what these calls of other places ask for
export default [
  ...serve(watch, {
    'watch-stat': watchStat,
    'process-paging': pageSitting,
    'hand-paging': pageHanded,
    'force-hand': forceHand,
    'force-hand-all': forceHandAll,
  }),
  ...serve({ 'check-info': exam['check-info'] }, { 'check-info': checkInfo }),
  ...serve(socket, { ticket: giveTicket }),
]
