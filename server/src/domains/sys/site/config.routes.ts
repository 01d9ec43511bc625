// /api/sys/config and /api/sys/config/switch
import { config } from '@shuyuan/contract/sys/site/config.ts'
import { configSwitch } from '@shuyuan/contract/sys/site/switch.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { knownSwitches, saveSite, saveSwitches, siteDetail } from './config.service.ts'

export default [
  ...serve(config, { detail: siteDetail, save: saveSite }),
  ...serve(configSwitch, { detail: knownSwitches, save: saveSwitches }),
]
