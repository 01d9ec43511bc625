// What the calls for temporary keys have in common, whatever the vendor.
import * as z from 'zod'
import { text } from '../kernel/field.ts'
import { scene } from './file.ts'

export const GrantAsked = z.object({ scene, name: text('文件名', 300) })

export const granted = {
  region: z.string(),
  bucket: z.string(),
  /** the address to which files are sent: for OSS and COS a key is appended to it */
  host: z.string(),
  /** what every key must begin with */
  prefix: z.string(),
  /** what stands before a key in the file's public address */
  url: z.string(),
  /** the server's clock in seconds since 1970: signatures are made with it, browsers' clocks are often wrong */
  serverTime: z.int(),
}
