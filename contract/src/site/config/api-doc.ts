// The API reference for developers, which the back office shows in a frame.
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'

export const apiDoc = endpoints('sys/api-doc', {
  /** the address of the reference, valid for one minute */
  open: query({ title: '接口文档', permit: 'sys:api:view', input: z.object({}), output: z.object({ url: z.string() }) }),
})
