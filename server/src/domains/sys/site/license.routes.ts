// /api/sys/uploadLicense and /api/sys/license
import { license } from '@shuyuan/contract/sys/site/license.ts'
import { sys } from '@shuyuan/contract/sys/site/upload-license.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { licenseDetail, uploadLicense } from './license.service.ts'

export default [...serve(sys, { uploadLicense }), ...serve(license, { detail: licenseDetail })]
