// Settings of live broadcasts: push and pull addresses, with the keys that sign them.
import * as z from 'zod'
import { say } from '../sys.texts.ts'
import { secret, setting } from './prop-field.ts'

export const LiveAliyun = z.object({
  pushDomain: setting('推流域名', say('pushDomainEmpty')),
  pushKey: secret('推流秘钥', say('pushKeyEmpty')),
  pullDomain: setting('播流域名', say('pullDomainEmpty')),
  pullKey: secret('播流秘钥', say('pullKeyEmpty')),
})
