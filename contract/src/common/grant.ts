// Fields that the temporary upload keys of all storage providers have in common.
import * as z from '../kernel/z.ts'
import { text } from '../kernel/field.ts'
import { scene } from './file.ts'

export const GrantAsked = z.object({ scene, name: text('文件名', 300) })

export const granted = {
  region: z.string(),
  bucket: z.string(),
  /** the address to which files are sent; for OSS and COS followed by the key */
  host: z.string(),
  /** the prefix that every key must have */
  prefix: z.string(),
  /** the public address of a file is `url` followed by its key */
  url: z.string(),
  /** the server's clock in seconds since 1970; signatures use it, because browsers' clocks are often wrong */
  serverTime: z.int(),
}
