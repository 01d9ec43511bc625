// Addresses at which a browser sends single files to a bucket with the calls of S3; larger files go in pieces (file.ts).
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'
import { count, moment } from '../kernel/field.ts'
import { GrantAsked } from './grant.ts'

export const s3 = endpoints('common/s3', {
  /** the request (PUT) that sends one file of exactly this size; afterwards `common/file/confirm` records it */
  sign: query({
    title: 'S3 上传地址',
    permit: 'any',
    rate: { by: 'user', max: 300, seconds: 60 },
    // bytes
    input: GrantAsked.extend({ size: count('文件大小', 1, 2_000_000_000) }),
    output: z.object({ key: z.string(), url: z.string(), headers: z.record(z.string(), z.string()), expiration: moment('有效期至') }),
  }),
})
