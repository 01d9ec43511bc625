// Settings of live broadcasts: push and pull addresses, with the keys that sign them.
import * as z from 'zod'
import { secret, setting } from './prop-field.ts'

export const LiveAliyun = z.object({
  pushDomain: setting('推流域名'),
  pushKey: secret('推流秘钥'),
  pullDomain: setting('播流域名'),
  pullKey: secret('播流秘钥'),
})
