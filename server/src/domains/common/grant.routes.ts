// /api/common/oss, /api/common/cos and /api/common/qiniu
import { cos } from '@shuyuan/contract/common/cos.ts'
import { oss } from '@shuyuan/contract/common/oss.ts'
import { qiniu } from '@shuyuan/contract/common/qiniu.ts'
import { serve } from '../../kernel/endpoint.ts'
import { grantCos, grantOss, grantQiniu } from './grant.service.ts'

export default [...serve(oss, { sts: grantOss }), ...serve(cos, { token: grantCos }), ...serve(qiniu, { token: grantQiniu })]
