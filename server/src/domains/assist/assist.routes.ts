// /api/assist
import { assist, assistCall, assistConfig } from '@shuyuan/contract/assist/assist.ts'
import { assistNotice } from '@shuyuan/contract/assist/notice/notice.ts'
import { assistQuestions, assistText } from '@shuyuan/contract/assist/questions/questions.ts'
import { serve } from '../../kernel/endpoint.ts'
import { exportCalls, findCall, pageCalls } from './ledger/call.service.ts'
import { findSettings, saveSettings } from './ledger/settings.service.ts'
import { findState } from './ledger/state.service.ts'
import { tryAssistant } from './ledger/try.service.ts'
import { findFileText } from './material/material.service.ts'
import { draftNotice } from './notice/draft.service.ts'
import { cancelRun, estimateRun, findRun, pageRuns, startRun } from './questions/run.service.ts'

export default [
  ...serve(assist, { state: findState }),
  ...serve(assistConfig, { detail: findSettings, save: saveSettings, test: tryAssistant }),
  ...serve(assistCall, { paging: pageCalls, detail: findCall, export: exportCalls }),
  ...serve(assistNotice, { draft: draftNotice }),
  ...serve(assistText, { detail: findFileText }),
  ...serve(assistQuestions, { estimate: estimateRun, start: startRun, run: findRun, cancel: cancelRun, runs: pageRuns }),
]
