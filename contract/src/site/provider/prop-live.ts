// Settings of live broadcasts: push and pull addresses, with the keys that sign them.
import * as z from '../../kernel/z.ts'
import { say } from '../site.texts.ts'
import { orEmpty, webAddress } from '../../kernel/rule.ts'
import { optionalSecret, secret, setting } from './prop-field.ts'

export const LiveAliyun = z.object({
  pushDomain: setting('推流域名', say('pushDomainEmpty')),
  pushKey: secret('推流秘钥', say('pushKeyEmpty')),
  pullDomain: setting('播流域名', say('pullDomainEmpty')),
  pullKey: secret('播流秘钥', say('pullKeyEmpty')),
  /** signs the reports of streams and recordings; empty: none are taken */
  notifyKey: optionalSecret('回调秘钥'),
  /** of the bucket of the recordings, for its paths */
  recordUrl: orEmpty(webAddress('录制文件地址')),
  /** signs addresses below `recordUrl` by method A; empty: they are public */
  recordKey: optionalSecret('录制文件秘钥'),
})
