// Sends one file to the active storage provider: directly to the cloud, else to the server.
import { file as files } from '@shuyuan/contract/common/file.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { uploadWay } from '@shuyuan/contract/site/provider/upload-way.ts'
import { call, CallFailure, upload } from '../../kernel/call/api.ts'
import { type PlainText, t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { getToken } from '../../kernel/call/token.ts'

export type Scene = NonNullable<Body<typeof files.upload>['scene']>
export type StoredFile = Data<typeof files.upload>
export type SendOptions = { onProgress?: (percent: number) => void; signal?: AbortSignal }

const WAY_MS = 300_000
/** A larger file is sent in pieces. */
const WHOLE_BYTES = 8 * 1024 * 1024
let way: { token: string; at: number; provider: Promise<string> } | undefined

/** The active storage provider; without an answer, the server itself. */
async function providerNow(): Promise<string> {
  const token = getToken()
  if (way?.token !== token || Date.now() - way.at > WAY_MS) {
    const provider = call(uploadWay.upload, { key: 'upload' }, { quiet: true }).then((found) => found.provider)
    way = { token, at: Date.now(), provider }
  }
  try {
    return await way.provider
  } catch {
    way = undefined
    notify.error(t('获取上传令牌失败'))
    return 'local'
  }
}

const words: Record<string, { token: PlainText; send: PlainText }> = {
  aliyun: { token: 'OSS上传失败', send: 'OSS上传失败' },
  qcloud: { token: '获取COS上传令牌失败', send: 'COS上传失败' },
  s3: { token: '获取上传令牌失败', send: 'S3上传失败' },
  qiniu: { token: '获取七牛令牌失败', send: '七牛上传失败' },
}
const judged: readonly number[] = [errors.fileKind[0], errors.fileTooLarge[0], errors.signedOut[0], errors.licence[0]]

/**
 * Sends a file. Where the browser cannot reach the cloud, a notice is shown and the file goes through the server.
 * @throws CallFailure, which has been shown, when the file was refused or did not arrive
 */
export async function sendFile(file: Blob & { name?: string }, scene: Scene, options: SendOptions = {}): Promise<StoredFile> {
  const provider = await providerNow()
  const name = file.name ?? 'file'
  if (provider !== 'local') {
    const { canSendTo, DirectFailure, sendDirect } = await import('./direct.ts')
    try {
      if (file instanceof File && file.size > WHOLE_BYTES) {
        const { sendToCloud } = await import('./cloud-pieces.ts')
        return await sendToCloud(provider, file, scene, options)
      }
      if (canSendTo(provider)) return await sendDirect(provider, file, name, scene, options)
    } catch (error) {
      if (!(error instanceof DirectFailure)) throw error
      const { cause } = error
      if (cause instanceof CallFailure && judged.includes(cause.code)) {
        notify.error(cause.message)
        throw cause
      }
      notify.error(t(words[provider]?.[error.at] ?? '获取上传令牌失败'))
    }
  }
  if (file instanceof File && file.size > WHOLE_BYTES) {
    const { sendInPieces } = await import('./pieces.ts')
    return sendInPieces(file, scene, options)
  }
  return upload(files.upload, file, { scene }, options)
}
