// /api/course/work
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { pageHands, takeNext } from './desk.service.ts'
import { handIn, saveDraft } from './hand.service.ts'
import { markHand, returnHand } from './mark.service.ts'
import { findDetail, pageOwnWorks } from './own.service.ts'
import { listSimilar } from './similar.service.ts'
import { viewDocument } from './work-view.service.ts'
import { findSetting, listMarkers, saveWork } from './setting.service.ts'
import { exportHands } from './work-export.service.ts'

export default serve(courseWork, {
  save: saveWork,
  setting: findSetting,
  markers: listMarkers,
  detail: findDetail,
  'save-draft': saveDraft,
  hand: handIn,
  mine: pageOwnWorks,
  paging: pageHands,
  next: takeNext,
  view: viewDocument,
  similar: listSimilar,
  mark: markHand,
  return: returnHand,
  export: exportHands,
})
