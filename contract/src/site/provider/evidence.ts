// Pictures of candidates, under signed addresses that expire.
import * as z from '../../kernel/z.ts'
import { download, endpoints, fileReply } from '../../kernel/endpoint.ts'

export const evidence = endpoints('sys/evidence', {
  /** Other endpoints answer the complete address; it is valid for one to two hours. */
  picture: download({
    title: '考试照片',
    permit: '-',
    get: true,
    rate: { by: 'ip', max: 3_000, seconds: 60 },
    input: z.object({
      key: z.string().regex(/^\d{6}\/[\da-f]{32}\.jpg$/),
      /** expiry in seconds since 1970 */
      until: z.string().regex(/^\d{10}$/),
      sign: z.string().regex(/^[\w-]{43}$/),
    }),
    output: fileReply('image/jpeg'),
  }),
})
