// Files that people send: pictures, audio, video, documents.
import * as z from 'zod'
import { endpoints, upload } from '../kernel/endpoint.ts'

const StoredFile = z.object({ id: z.string(), url: z.string(), name: z.string(), size: z.number(), type: z.string() })

export const file = endpoints('common/file', {
  upload: upload({
    title: '上传文件',
    permit: 'any',
    rate: { by: 'user', max: 300, seconds: 60 },
    input: z.object({ scene: z.enum(['image', 'avatar', 'logo', 'editor', 'attachment']).default('attachment') }),
    output: StoredFile,
  }),
})
