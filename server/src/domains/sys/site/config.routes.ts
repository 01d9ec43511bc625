// /api/sys/config, /api/sys/config/switch and /api/sys/disk
import { config } from '@shuyuan/contract/sys/site/config.ts'
import { disk } from '@shuyuan/contract/sys/site/disk.ts'
import { configSwitch } from '@shuyuan/contract/sys/site/switch.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { diskDetail } from './disk.service.ts'
import { saveSite, saveSwitches, siteDetail, switches } from './config.service.ts'

export default [
  ...serve(config, { detail: siteDetail, save: saveSite }),
  ...serve(configSwitch, { detail: switches, save: saveSwitches }),
  ...serve(disk, { detail: diskDetail }),
]
