// /api/common/file
import { file } from '@shuyuan/contract/common/file.ts'
import { serve } from '../../kernel/endpoint.ts'
import { confirmFile, keepFile } from './file.service.ts'

export default serve(file, { upload: keepFile, confirm: confirmFile })
