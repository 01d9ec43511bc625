// /api/integrate/lti, /api/integrate/lti-platform
import { lti, ltiPlatform } from '@shuyuan/contract/integrate/lti.ts'
import { serve } from '../../kernel/endpoint.ts'
import { publishKeys } from './lti-key.service.ts'
import { beginLaunch, enterByCode, takeLaunch } from './lti-launch.service.ts'
import { deletePlatforms, pagePlatforms, savePlatform } from './lti-platform.service.ts'

export default [
  ...serve(ltiPlatform, { paging: pagePlatforms, save: savePlatform, delete: deletePlatforms }),
  ...serve(lti, { login: beginLaunch, launch: takeLaunch, keys: publishKeys, enter: enterByCode }),
]
