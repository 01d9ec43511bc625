// /api/sys/config, /api/sys/config/switch and /api/sys/disk
import { config } from '@shuyuan/contract/sys/site/config.ts'
import { disk } from '@shuyuan/contract/sys/site/disk.ts'
import { configSwitch } from '@shuyuan/contract/sys/site/switch.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { diskDetail } from './disk.service.ts'
import { knownSwitches, saveSite, saveSwitches, siteDetail } from './config.service.ts'

export default [
  ...serve(config, { detail: siteDetail, save: saveSite }),
  ...serve(configSwitch, { detail: knownSwitches, save: saveSwitches }),
  ...serve(disk, { detail: diskDetail }),
]
