// Temporary keys with which a browser sends files to Tencent Cloud COS.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'
import { moment } from '../kernel/field.ts'
import { GrantAsked, granted } from './grant.ts'

export const cos = endpoints('common/cos', {
  token: query({
    title: '腾讯云上传凭证',
    permit: 'any',
    rate: { by: 'user', max: 300, seconds: 60 },
    input: GrantAsked,
    output: z.object({
      tmpSecretId: z.string(),
      tmpSecretKey: z.string(),
      sessionToken: z.string(),
      expiration: moment('有效期至'),
      ...granted,
    }),
  }),
})
