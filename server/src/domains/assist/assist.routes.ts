// /api/assist
import { assistCall, assistConfig } from '@shuyuan/contract/assist/assist.ts'
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistMark } from '@shuyuan/contract/assist/mark/mark.ts'
import { assistNotice } from '@shuyuan/contract/assist/notice/notice.ts'
import { assistExplain } from '@shuyuan/contract/assist/explain/explain.ts'
import { assistQuestion } from '@shuyuan/contract/assist/improve/improve.ts'
import { assistQuestions, assistText } from '@shuyuan/contract/assist/questions/questions.ts'
import { serve } from '../../kernel/endpoint.ts'
import { exportCalls, findCall, findDays, pageCalls } from './ledger/call.service.ts'
import { findSettings, saveSettings } from './ledger/settings.service.ts'
import { findState } from './ledger/state.service.ts'
import { tryAssistant } from './ledger/try.service.ts'
import { explainAnswer } from './explain/explain.service.ts'
import { improveQuestion } from './improve/improve.service.ts'
import { estimateOpinions, startOpinions } from './mark/mark-run.service.ts'
import { agreementOf, setEarly } from './mark/agreement.service.ts'
import { findOpinion } from './mark/opinion.service.ts'
import { findFileText } from './material/material.service.ts'
import { draftNotice } from './notice/draft.service.ts'
import { cancelRun, estimateRun, findRun, pageRuns, startRun } from './questions/run.service.ts'

export default [
  ...serve(assist, { state: findState }),
  ...serve(assistConfig, { detail: findSettings, save: saveSettings, test: tryAssistant }),
  ...serve(assistCall, { days: findDays, paging: pageCalls, detail: findCall, export: exportCalls }),
  ...serve(assistNotice, { draft: draftNotice }),
  ...serve(assistQuestion, { improve: improveQuestion }),
  ...serve(assistExplain, { explain: explainAnswer }),
  ...serve(assistMark, { estimate: estimateOpinions, start: startOpinions, early: setEarly, of: findOpinion, agreement: agreementOf }),
  ...serve(assistText, { detail: findFileText }),
  ...serve(assistQuestions, { estimate: estimateRun, start: startRun, run: findRun, cancel: cancelRun, runs: pageRuns }),
]
