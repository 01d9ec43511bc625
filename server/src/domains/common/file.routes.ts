// /api/common/file
import { file } from '@shuyuan/contract/common/file.ts'
import { serve } from '../../kernel/endpoint.ts'
import { confirmFile } from './cloud-file.service.ts'
import { beginDirect, missingParts } from './cloud-pieces.service.ts'
import { storeUpload } from './file.service.ts'
import { beginPieces, finishPieces } from './pieces.service.ts'

export default serve(file, {
  begin: beginPieces,
  'begin-direct': beginDirect,
  'missing-parts': missingParts,
  finish: finishPieces,
  upload: storeUpload,
  confirm: confirmFile,
})
