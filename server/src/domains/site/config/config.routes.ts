// /api/sys/api-doc; /api/sys/config, /api/sys/config/switch and /api/sys/disk; /api/sys/uploadLicense and /api/sys/license
import { apiDoc } from '@shuyuan/contract/site/config/api-doc.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { openApiDoc } from './api-doc.service.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { disk } from '@shuyuan/contract/site/config/disk.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { diskDetail } from './disk.service.ts'
import { knownSwitches, saveSite, saveSwitches, siteDetail, siteHelp } from './config.service.ts'
import { license } from '@shuyuan/contract/site/config/license.ts'
import { sys } from '@shuyuan/contract/site/config/upload-license.ts'
import { licenseDetail, uploadLicense } from './license.service.ts'

export default [
  ...serve(apiDoc, { open: openApiDoc }),
  ...serve(config, { detail: siteDetail, help: siteHelp, save: saveSite }),
  ...serve(configSwitch, { detail: knownSwitches, save: saveSwitches }),
  ...serve(disk, { detail: diskDetail }),
  ...serve(sys, { uploadLicense }),
  ...serve(license, { detail: licenseDetail }),
]
