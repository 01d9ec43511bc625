// The token with which a browser sends files to Qiniu.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'
import { moment } from '../kernel/field.ts'
import { GrantAsked, granted } from './grant.ts'

export const qiniu = endpoints('common/qiniu', {
  token: query({
    title: '七牛上传凭证',
    permit: 'any',
    rate: { by: 'user', max: 300, seconds: 60 },
    input: GrantAsked,
    output: z.object({ token: z.string(), expiration: moment('有效期至'), ...granted }),
  }),
})
