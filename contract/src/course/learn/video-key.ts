// The key of an encrypted video, for players.
import * as z from '../../kernel/z.ts'
import { download, endpoints, fileReply } from '../../kernel/endpoint.ts'
import { id } from '../../kernel/field.ts'

const key = download({
  title: '视频密钥',
  permit: 'any',
  get: true,
  status: 403,
  input: z.object({
    id: id('课件'),
    /** the version of the key, as the playlist names it */
    v: z.coerce.number().int().min(0).max(2_000_000_000).default(0),
    /** base64url(AES-128-CBC(milliseconds since 1970)), by the key of load-process */
    auth: z.string().max(200).default(''),
  }),
  output: fileReply('application/octet-stream'),
})

/**
 * 16 bytes for users who can learn the file now. Refusals are HTTP 403, because players read the status (decisions.md 36). Both names do
 * the same; the storage settings tell which one playlists name.
 */
export const courseKey = endpoints('course/file', 'course', { desc: key, decrypt: key })
