// Temporary keys with which a browser sends files to Aliyun OSS.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'
import { moment } from '../kernel/field.ts'
import { GrantAsked, granted } from './grant.ts'

export const oss = endpoints('common/oss', {
  sts: query({
    title: '阿里云上传凭证',
    permit: 'any',
    rate: { by: 'user', max: 300, seconds: 60 },
    input: GrantAsked,
    output: z.object({
      accessKeyId: z.string(),
      accessKeySecret: z.string(),
      securityToken: z.string(),
      expiration: moment('有效期至'),
      ...granted,
    }),
  }),
})
