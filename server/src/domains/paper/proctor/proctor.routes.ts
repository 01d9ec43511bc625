import { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { saveCapture } from '../attempt/clock/event.service.ts'
import { recordGrid } from '@shuyuan/contract/paper/proctor/record-grid.ts'
import { recordGridOf } from './record-grid.service.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { listTimeline } from './timeline-list.service.ts'
import { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { pageMissed } from '../admission/absent.service.ts'
import { remindMissing } from '../admission/remind.service.ts'
import { unlockPaper } from '../attempt/clock/unlock.service.ts'
import { giveExtraTime } from './extra.service.ts'
import { exemptFromRecording } from './record-exempt.service.ts'
import { reopenPaper } from './reopen.service.ts'
import { notifyAll, notifyOne } from './watch-message.service.ts'
import { forceHand, forceHandAll, pageHanded, pagePresent, watchStat } from './watch.service.ts'

export default [
  ...serve(recordGrid, { 'record-grid': recordGridOf }),
  ...serve(capture, { save: saveCapture }),
  ...serve(timeline, { list: listTimeline }),
  ...serve(watch, {
    'watch-stat': watchStat,
    'process-paging': pagePresent,
    'hand-paging': pageHanded,
    'force-hand': forceHand,
    'force-hand-all': forceHandAll,
    'miss-paging': pageMissed,
    'extra-time': giveExtraTime,
    reopen: reopenPaper,
    unlock: unlockPaper,
    'record-exempt': exemptFromRecording,
  }),
  ...serve(watchMessage, { 'single-msg': notifyOne, 'batch-msg': notifyAll, 'remind-missing': remindMissing }),
]
