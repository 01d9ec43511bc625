// /api/common/file
import { file } from '@shuyuan/contract/common/file.ts'
import { serve } from '../../kernel/endpoint.ts'
import { confirmFile, storeUpload } from './file.service.ts'
import { beginPieces, finishPieces } from './pieces.service.ts'

export default serve(file, { begin: beginPieces, finish: finishPieces, upload: storeUpload, confirm: confirmFile })
