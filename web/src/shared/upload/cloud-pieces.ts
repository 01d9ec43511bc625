// Sends a large file to a storage provider in pieces, by addresses that the server signs, and goes on where a lost connection or a closed page left it.
import { file as files } from '@shuyuan/contract/common/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { call, CallFailure } from '../../kernel/call/api.ts'
import { DirectFailure, post } from './direct.ts'
import { withOwnUpload, withUploadLock, interruptedFailure, PAUSES, placeOf } from './pieces.ts'
import type { Scene, SendOptions, StoredFile } from './send-file.ts'

type Missing = Data<(typeof files)['missing-parts']>
const ignoreFailure = { quiet: true }
/** Failures after which a browser that has sent nothing yet is taken for one that cannot reach the provider. */
const TRIES_BEFORE_ANY = 2

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

/** Sends the pieces that one answer names. @throws what the first failing request threw */
async function sendThese({ arrived, next }: Missing, file: File, options: SendOptions, came: () => void) {
  let sent = arrived
  const percentOf = (bytes: number) => Math.floor((bytes / file.size) * 100)
  for (const { start, end, url, headers } of next) {
    // a slice has no type, so that the browser sends none: it would have to be signed
    const body = file.slice(start, end)
    const onProgress = (percent: number) => options.onProgress?.(percentOf(sent + ((end - start) * percent) / 100))
    await post({ method: 'PUT', url, headers, body }, { ...options, onProgress })
    sent += end - start
    options.onProgress?.(percentOf(sent))
    came()
  }
}

const isGone = (error: unknown) => error instanceof CallFailure && error.code === errors.notFound[0]

/**
 * Resolves when all pieces have arrived; false where the upload is not known any more.
 * @throws DirectFailure when nothing could be sent at all; CallFailure, which has been shown, after many failures
 */
async function transfer(id: string, file: File, options: SendOptions): Promise<boolean> {
  let hasSent = false
  let arrived = -1
  let sentAll = false
  for (let failures = 0; ;) {
    try {
      const missing = await call(files['missing-parts'], { id }, ignoreFailure)
      if (missing.next.length === 0) return true
      hasSent ||= missing.arrived > 0
      // what the storage has counts, not what it took
      if (missing.arrived > arrived) failures = 0
      else if (sentAll) throw new Error('the storage has nothing of what it took')
      arrived = missing.arrived
      await sendThese(missing, file, options, () => {
        hasSent = true
      })
      sentAll = true
    } catch (error) {
      options.signal?.throwIfAborted()
      if (isGone(error)) return false
      sentAll = false
      failures += 1
      if (!hasSent && failures >= TRIES_BEFORE_ANY) throw new DirectFailure('send', error)
      const ms = PAUSES[failures - 1]
      if (ms === undefined) throw interruptedFailure()
      await pause(ms, options.signal)
    }
  }
}

/** Sends the file as an upload of this user. @throws DirectFailure where the server should take it instead; CallFailure for a refusal */
export async function sendToCloud(provider: string, file: File, scene: Scene, options: SendOptions): Promise<StoredFile> {
  const place = `${placeOf(file, scene)} ${provider}`
  const finish = async (id: string) => {
    const stored = await call(files.finish, { id }, { timeoutMs: 600_000 })
    localStorage.removeItem(place)
    return stored
  }
  const resumed = await withOwnUpload(place, async (id) => (id !== '' && (await transfer(id, file, options)) ? finish(id) : undefined))
  if (resumed) return resumed
  const { id } = await call(files['begin-direct'], { scene, name: file.name, size: file.size }, ignoreFailure).catch((error: unknown) => {
    throw new DirectFailure('token', error)
  })
  localStorage.setItem(place, id)
  return withUploadLock(id, async () => {
    if (!(await transfer(id, file, options))) throw interruptedFailure()
    return finish(id)
  })
}
