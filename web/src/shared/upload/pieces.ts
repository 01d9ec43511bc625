// Sends a large file to the server in pieces, and goes on where a lost connection, a reload or a closed page left it.
import { file as files, MOST_PIECE, PIECES_PATH } from '@shuyuan/contract/common/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { type DetailedError, Upload } from 'tus-js-client/lib.es5/browser/index.js'
import { call, callHeaders, CallFailure } from '../../kernel/call/api.ts'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { shownUser } from '../session/session.ts'
import type { Scene, SendOptions, StoredFile } from './send-file.ts'

const KEY = 'upload'
/** Pauses before the next attempts; they begin anew with each byte that arrives. */
export const PAUSES = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 60_000]
const lasting = (status: number) => status >= 400 && status < 500 && status !== 409 && status !== 423 && status !== 429

/** One place in this browser for each file of each user, so that a repeated choice of the file goes on. */
export const placeOf = (file: File, scene: Scene) => [KEY, shownUser()?.id ?? '', scene, file.size, file.lastModified, file.name].join(' ')

/** Runs `work` with the upload that was left in this browser; with '' while another tab sends that one. */
export async function withOwnUpload<T>(place: string, work: (id: string) => Promise<T>): Promise<T> {
  const id = localStorage.getItem(place) ?? ''
  if (id === '' || !navigator.locks) return work(id)
  return navigator.locks.request(`${KEY} ${id}`, { ifAvailable: true }, (lock) => work(lock ? id : ''))
}

/** Holds the lock of an upload while `work` runs. */
export const withUploadLock = <T>(id: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(`${KEY} ${id}`, { ifAvailable: true }, work) : work()

/** Resolves when all bytes have arrived; false where the server does not know the upload any more. */
function transfer(id: string, file: File, { onProgress, signal }: SendOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const sending = new Upload(file, {
      uploadUrl: PIECES_PATH + id,
      chunkSize: MOST_PIECE / 2,
      retryDelays: PAUSES,
      storeFingerprintForResuming: false,
      onBeforeRequest(request) {
        for (const [name, value] of Object.entries(callHeaders())) request.setHeader(name, value)
      },
      onShouldRetry: (error) => !lasting(error.originalResponse?.getStatus() ?? 0),
      onProgress: (sent, total) => onProgress?.(Math.floor((sent / total) * 100)),
      onSuccess: () => resolve(true),
      onError(error) {
        const status = (error as Partial<DetailedError>).originalResponse?.getStatus() ?? 0
        if (status === 404) resolve(false)
        else reject(interruptedFailure())
      },
    })
    signal?.addEventListener('abort', () => {
      void sending.abort()
      reject(signal.reason as Error)
    })
    sending.start()
  })
}

export function interruptedFailure(): CallFailure {
  const failure = new CallFailure(-1, t('上传中断了，重新选择这个文件可以接着传'), null, 0)
  notify.error(failure.message)
  return failure
}

/** Sends the file as an upload of this user. @throws CallFailure, which has been shown */
export async function sendInPieces(file: File, scene: Scene, options: SendOptions): Promise<StoredFile> {
  const place = placeOf(file, scene)
  const begin = async () => {
    const { id } = await call(files.begin, { scene, name: file.name, size: file.size })
    localStorage.setItem(place, id)
    return id
  }
  const finish = async (id: string) => {
    try {
      const stored = await call(files.finish, { id }, { timeoutMs: 600_000 })
      localStorage.removeItem(place)
      return stored
    } catch (error) {
      // a refused file is not sent again
      if (error instanceof CallFailure && error.code === errors.fileKind[0]) localStorage.removeItem(place)
      throw error
    }
  }
  const resumed = await withOwnUpload(place, async (id) => (id !== '' && (await transfer(id, file, options)) ? finish(id) : undefined))
  if (resumed) return resumed
  const id = await begin()
  return withUploadLock(id, async () => {
    if (!(await transfer(id, file, options))) throw interruptedFailure()
    return finish(id)
  })
}
