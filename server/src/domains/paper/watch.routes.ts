import { exam } from '@shuyuan/contract/exam/exam.ts'
import { watch } from '@shuyuan/contract/exam/watch.ts'
import { watchMsg } from '@shuyuan/contract/socket/watch.ts'
import { serve } from '../../kernel/endpoint.ts'
import { countMakeUp, makeUp } from './make-up.service.ts'
import { checkInfo } from './entry.service.ts'
import { giveExtraTime } from './extra.service.ts'
import { tellAll, tellOne } from './message.service.ts'
import { pageMissed } from './miss.service.ts'
import { reopenPaper } from './reopen.service.ts'
import { unlockPaper } from './unlock.service.ts'
import { forceHand, forceHandAll, pageHanded, pageSitting, watchStat } from './watch.service.ts'

// papers know what these calls of other places ask for
export default [
  ...serve(watch, {
    'watch-stat': watchStat,
    'process-paging': pageSitting,
    'hand-paging': pageHanded,
    'force-hand': forceHand,
    'force-hand-all': forceHandAll,
    'miss-paging': pageMissed,
    'extra-time': giveExtraTime,
    reopen: reopenPaper,
    unlock: unlockPaper,
  }),
  ...serve(watchMsg, { 'single-msg': tellOne, 'batch-msg': tellAll }),
  ...serve({ 'check-info': exam['check-info'] }, { 'check-info': checkInfo }),
  ...serve({ 'make-up': exam['make-up'], 'make-up-count': exam['make-up-count'] }, { 'make-up': makeUp, 'make-up-count': countMakeUp }),
]
