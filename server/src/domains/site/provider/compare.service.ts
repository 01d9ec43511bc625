// Whether faces are compared, and by which provider.
import { FaceAliyun, FaceBaidu, FaceQcloud } from '@shuyuan/contract/site/provider/prop-face.ts'
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { aliyunFace } from '../../../providers/face/face-aliyun.ts'
import { baiduFace } from '../../../providers/face/face-baidu.ts'
import { localFace } from '../../../providers/face/face-local.ts'
import { qcloudFace } from '../../../providers/face/face-qcloud.ts'
import type { FaceProvider } from '../../../providers/face/face.ts'
import { activeProp, type ActiveProp } from './prop.service.ts'
import { listProps, openProp } from './prop-store.service.ts'

/** Tests turn it on, to pass the checks of settings without a provider. */
export const comparesFacesOf = appPart(() => false)

const madeOf = appPart((): { prop?: ActiveProp; provider?: FaceProvider } => ({}))

/** The provider that compares faces; undefined while none is active: pictures are kept and not compared (decision 75). */
export async function activeFace(app: App): Promise<FaceProvider | undefined> {
  const prop = await activeProp({ app }, 'face')
  if (!prop) return undefined
  const made = madeOf(app)
  if (made.prop !== prop || !made.provider) Object.assign(made, { prop, provider: providerOf(app, prop) })
  return made.provider
}

/** A provider with its stored settings, active or not; undefined where none are stored. */
export async function faceNamed(app: App, name: string): Promise<FaceProvider | undefined> {
  const row = (await listProps(app, 'face')).find((one) => one.provider === name)
  return row && providerOf(app, { provider: name, data: openProp(app, 'face', row) })
}

/** Whether this site compares faces. */
export const comparesFaces = async (app: App): Promise<boolean> => comparesFacesOf(app) || (await activeFace(app)) !== undefined

function providerOf(app: App, { provider, data }: ActiveProp): FaceProvider {
  if (provider === 'baidu') return baiduFace(FaceBaidu.parse(data), app)
  if (provider === 'qcloud') return qcloudFace(FaceQcloud.parse(data), app)
  if (provider === 'aliyun') return aliyunFace(FaceAliyun.parse(data), app)
  return localFace(app)
}
