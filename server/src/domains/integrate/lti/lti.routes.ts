// /api/integrate/lti, /api/integrate/lti-platform, /api/integrate/lti-choice, /api/integrate/lti-roster
import { lti, ltiChoice, ltiPlatform, ltiRoster } from '@shuyuan/contract/integrate/lti.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { openChoice, waitForChoice } from './lti-choice-page.service.ts'
import { answerChoice, findChoice, pageOffers } from './lti-choice.service.ts'
import { publishKeys } from './lti-key.service.ts'
import { beginLaunch, enterByCode, takeLaunch } from './lti-launch.service.ts'
import { pageContexts, pageMembers } from './lti-context.service.ts'
import { readNow } from './lti-roster.service.ts'
import { deletePlatforms, pagePlatforms, savePlatform } from './lti-platform.service.ts'

export default [
  ...serve(ltiPlatform, { paging: pagePlatforms, save: savePlatform, delete: deletePlatforms }),
  ...serve(lti, { login: beginLaunch, launch: takeLaunch, keys: publishKeys, wait: waitForChoice, choose: openChoice, enter: enterByCode }),
  ...serve(ltiChoice, { detail: findChoice, paging: pageOffers, answer: answerChoice }),
  ...serve(ltiRoster, { paging: pageContexts, members: pageMembers, read: readNow }),
]
