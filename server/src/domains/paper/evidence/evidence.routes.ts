import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { pageRecords } from './record-list.service.ts'
import { findReplay } from './replay.service.ts'
import { exportViews, pageViews, saveSeen } from './view.service.ts'

export default serve(evidence, { paging: pageRecords, detail: findReplay, seen: saveSeen, views: pageViews, 'views-export': exportViews })
