// /api/common/file
import { file } from '@shuyuan/contract/common/file.ts'
import { serve } from '../../kernel/endpoint.ts'
import { confirmFile, storeUpload } from './file.service.ts'

export default serve(file, { upload: storeUpload, confirm: confirmFile })
