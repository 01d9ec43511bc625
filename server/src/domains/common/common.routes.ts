// /api/common/captcha; /api/common/file; /api/common/oss, /api/common/cos, /api/common/qiniu and /api/common/s3
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { serve } from '../../kernel/endpoint.ts'
import { checkCaptcha, makeCaptcha } from './captcha.service.ts'
import { file } from '@shuyuan/contract/common/file.ts'
import { confirmFile } from './cloud-file.service.ts'
import { beginDirect, missingParts } from './cloud-pieces.service.ts'
import { storeUpload } from './file.service.ts'
import { beginPieces, finishPieces } from './pieces.service.ts'
import { cos } from '@shuyuan/contract/common/cos.ts'
import { oss } from '@shuyuan/contract/common/oss.ts'
import { qiniu } from '@shuyuan/contract/common/qiniu.ts'
import { s3 } from '@shuyuan/contract/common/s3.ts'
import { grantCos, grantOss, grantQiniu, signS3Upload } from './grant.service.ts'

export default [
  ...serve(captcha, { gen: makeCaptcha, check: checkCaptcha }),
  ...serve(file, {
    begin: beginPieces,
    'begin-direct': beginDirect,
    'missing-parts': missingParts,
    finish: finishPieces,
    upload: storeUpload,
    confirm: confirmFile,
  }),
  ...serve(oss, { sts: grantOss }),
  ...serve(cos, { token: grantCos }),
  ...serve(qiniu, { token: grantQiniu }),
  ...serve(s3, { sign: signS3Upload }),
]
