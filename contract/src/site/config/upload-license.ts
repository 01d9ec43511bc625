// Upload of the licence file.
import { endpoints, upload } from '../../kernel/endpoint.ts'
import * as z from '../../kernel/z.ts'
import { LicenseFacts } from './license.ts'

export const sys = endpoints('sys', {
  uploadLicense: upload({
    title: '上传系统授权',
    permit: 'sys:license',
    unlicensed: true,
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object({}),
    output: LicenseFacts,
  }),
})
