// Settings of face comparison (admin.md §3, *Face config*).
import { say } from '../sys.texts.ts'
import * as z from 'zod'
import { flag } from '../../kernel/field.ts'
import { baseUrl, secret, setting } from './prop-field.ts'

const liveCheck = flag('活体检测').default(false)

/** The comparison on this server; needs no account. */
export const FaceLocal = z.object({})
export const FaceBaidu = z.object({
  appId: setting('AppID'),
  appKey: secret('API Key'),
  secretKey: secret('Secret Key'),
  faceGroup: setting('人脸库分组'),
  liveCheck,
  baseUrl,
})
export const FaceQcloud = z.object({
  region: setting('地域'),
  secretId: setting('SecretId'),
  secretKey: secret('SecretKey'),
  groupId: setting('人员库'),
  liveCheck,
  baseUrl,
})
export const FaceAliyun = z.object({
  accessKeyId: setting('AccessKeyId', say('accessKeyIdEmpty')),
  accessKeySecret: secret('AccessKeySecret', say('accessKeySecretEmpty')),
  dbName: setting('人脸数据库'),
  liveCheck,
  baseUrl,
})
