// Settings of face comparison (admin.md §3, *Face config*).
import { say } from '../site.texts.ts'
import * as z from '../../kernel/z.ts'
import { count, flag } from '../../kernel/field.ts'
import { baseUrl, secret, setting } from './prop-field.ts'

const liveCheck = flag('活体检测').default(false)
/** the automatic audit of real names asks the service for name, identity number and photo; it must be ordered from the vendor */
const realCheck = flag('实名核验').default(false)
/** scores from here on pass */
const realScore = (score: number) => count('实名核验通过分数', 50, 100, '分').default(score)

/** The comparison on this server; needs no account. */
export const FaceLocal = z.object({})
export const FaceBaidu = z.object({
  appId: setting('AppID'),
  appKey: secret('API Key'),
  secretKey: secret('Secret Key'),
  faceGroup: setting('人脸库分组'),
  liveCheck,
  realCheck,
  realScore: realScore(80),
  baseUrl,
})
export const FaceQcloud = z.object({
  region: setting('地域'),
  secretId: setting('SecretId'),
  secretKey: secret('SecretKey'),
  groupId: setting('人员库'),
  liveCheck,
  realCheck,
  realScore: realScore(70),
  baseUrl,
})
export const FaceAliyun = z.object({
  accessKeyId: setting('AccessKeyId', say('accessKeyIdEmpty')),
  accessKeySecret: secret('AccessKeySecret', say('accessKeySecretEmpty')),
  dbName: setting('人脸数据库'),
  liveCheck,
  baseUrl,
})
