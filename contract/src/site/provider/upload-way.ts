// How files are sent. Apart from the settings of providers, because pages of learners that send files load it.
import { say } from '../site.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'

export const uploadWay = endpoints('sys/config/prop', {
  /** how a client uploads files; `maxSize` in bytes, `accept` as file extensions */
  upload: query({
    title: '上传方式',
    permit: 'any',
    input: z.object({ key: z.literal('upload', { error: encoded(say('propTypeWrong')) }) }),
    output: z.object({
      provider: z.string(),
      url: z.string(),
      region: z.string(),
      bucket: z.string(),
      maxSize: z.int(),
      accept: z.array(z.string()),
    }),
  }),
})
