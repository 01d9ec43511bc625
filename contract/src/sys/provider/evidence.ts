// Pictures of candidates: whoever may see one is given an address that only this house can make, and that ends.
import * as z from 'zod'
import { download, endpoints, fileReply } from '../../kernel/endpoint.ts'

export const evidence = endpoints('sys/evidence', {
  /** The address comes whole with whatever shows the picture; it is good for one to two hours. */
  picture: download({
    title: '考试照片',
    permit: '-',
    get: true,
    rate: { by: 'ip', max: 3_000, seconds: 60 },
    input: z.object({
      key: z.string().regex(/^\d{6}\/[\da-f]{32}\.jpg$/),
      /** seconds since 1970 */
      until: z.string().regex(/^\d{10}$/),
      sign: z.string().regex(/^[\w-]{43}$/),
    }),
    output: fileReply('image/jpeg'),
  }),
})
