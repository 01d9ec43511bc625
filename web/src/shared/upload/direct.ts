// Sends a file from the browser directly to cloud storage, with temporary keys for one folder.
import { cos } from '@shuyuan/contract/common/cos.ts'
import { file as files } from '@shuyuan/contract/common/file.ts'
import { oss } from '@shuyuan/contract/common/oss.ts'
import { qiniu } from '@shuyuan/contract/common/qiniu.ts'
import { s3 } from '@shuyuan/contract/common/s3.ts'
import { call } from '../../kernel/call/api.ts'
import { getToken } from '../../kernel/call/token.ts'
import type { Scene, SendOptions, StoredFile } from './send-file.ts'
import { cosPutHeaders, encodePath, ossPutHeaders } from './sign.ts'

/** Keys are requested again after this time (admin.md §7). */
const REFRESH_MS = 300_000
const FILE_MS = 1_200_000

/** A failed direct upload; the place of the failure decides the notice. */
export class DirectFailure extends Error {
  readonly at: 'token' | 'send'
  constructor(at: 'token' | 'send', cause: unknown) {
    super(at, { cause })
    this.at = at
  }
}

type Granted = { prefix: string; serverTime: number }
/** The request that uploads the file. */
type Parcel = { method: 'PUT' | 'POST'; url: string; headers: Record<string, string>; body: Blob | FormData }
type Vendor<G extends Granted> = {
  grant: (scene: Scene, name: string) => Promise<G>
  pack: (granted: G, key: string, file: Blob, now: Date) => Promise<Parcel>
}

const typeOf = (file: Blob) => file.type || 'application/octet-stream'
const asked = { quiet: true }

const aliyun: Vendor<Awaited<ReturnType<typeof call<typeof oss.sts>>>> = {
  grant: (scene, name) => call(oss.sts, { scene, name }, asked),
  async pack(granted, key, file, now) {
    const headers = await ossPutHeaders(granted, key, typeOf(file), now)
    return { method: 'PUT', url: granted.host + encodePath(key), headers, body: file }
  },
}
const qcloud: Vendor<Awaited<ReturnType<typeof call<typeof cos.token>>>> = {
  grant: (scene, name) => call(cos.token, { scene, name }, asked),
  async pack(granted, key, file, now) {
    const url = granted.host + encodePath(key)
    return { method: 'PUT', url, headers: await cosPutHeaders(granted, url, typeOf(file), Math.floor(now.getTime() / 1_000)), body: file }
  },
}
const qiniuVendor: Vendor<Awaited<ReturnType<typeof call<typeof qiniu.token>>>> = {
  grant: (scene, name) => call(qiniu.token, { scene, name }, asked),
  async pack(granted, key, file) {
    const body = new FormData()
    body.append('key', key)
    body.append('token', granted.token)
    body.append('file', file, key.split('/').at(-1))
    return { method: 'POST', url: granted.host, headers: {}, body }
  },
}
const vendors: Record<string, Vendor<Granted>> = {
  aliyun: aliyun as unknown as Vendor<Granted>,
  qcloud: qcloud as unknown as Vendor<Granted>,
  qiniu: qiniuVendor as unknown as Vendor<Granted>,
}

/** Whether this browser can send to the provider: signing needs a secure page; Qiniu's token needs no signature, and addresses of S3 are signed. */
export const canSendTo = (provider: string) =>
  provider === 's3' || (Object.hasOwn(vendors, provider) && (provider === 'qiniu' || globalThis.crypto?.subtle !== undefined))

type CachedGrant = { granted: Promise<Granted>; at: number }
const grants = new Map<string, CachedGrant>()

/** Keys serve several files of one kind for five minutes, in one session. */
function grantOf(vendor: Vendor<Granted>, provider: string, scene: Scene, name: string): CachedGrant {
  const ending = endingOf(name)
  const key = [getToken(), provider, scene, ending].join(' ')
  const cached = grants.get(key)
  if (cached && Date.now() - cached.at < REFRESH_MS) return cached
  const fresh = { granted: vendor.grant(scene, name), at: Date.now() }
  grants.clear()
  grants.set(key, fresh)
  fresh.granted.catch(() => grants.delete(key))
  return fresh
}

const endingOf = (name: string) => /\.([a-z\d]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'
const randomHex = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The request that sends this file, by an address that the server signs. @throws DirectFailure */
async function signedParcel(file: Blob, name: string, scene: Scene) {
  const { key, url, headers } = await call(s3.sign, { scene, name, size: file.size }, asked).catch((error: unknown) => {
    throw new DirectFailure('token', error)
  })
  return { key, pack: async (): Promise<Parcel> => ({ method: 'PUT', url, headers, body: file }) }
}

/** The request that sends this file, with keys of the provider. @throws DirectFailure */
async function grantedParcel(provider: string, file: Blob, name: string, scene: Scene) {
  const vendor = vendors[provider]!
  const grant = grantOf(vendor, provider, scene, name)
  const granted = await grant.granted.catch((error: unknown) => {
    throw new DirectFailure('token', error)
  })
  const key = `${granted.prefix}${randomHex()}.${endingOf(name)}`
  // the server's clock, advanced by the time that has passed since
  const now = new Date(granted.serverTime * 1_000 + (Date.now() - grant.at))
  return { key, pack: () => vendor.pack(granted, key, file, now) }
}

/**
 * Sends a file to cloud storage and has the server record it.
 * @throws DirectFailure when the keys or the upload failed; CallFailure when the server refuses the file
 */
export async function sendDirect(provider: string, file: Blob, name: string, scene: Scene, options: SendOptions): Promise<StoredFile> {
  const { key, pack } = await (provider === 's3' ? signedParcel(file, name, scene) : grantedParcel(provider, file, name, scene))
  try {
    await post(await pack(), options)
  } catch (error) {
    options.signal?.throwIfAborted()
    throw new DirectFailure('send', error)
  }
  return call(files.confirm, { scene, key, name })
}

/** XMLHttpRequest, because fetch reports no upload progress. */
export function post({ method, url, headers, body }: Parcel, { onProgress, signal }: SendOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    xhr.timeout = FILE_MS
    for (const [header, value] of Object.entries(headers)) xhr.setRequestHeader(header, value)
    xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? Math.floor((loaded / total) * 100) : 0))
    xhr.addEventListener('load', () => (xhr.status >= 200 && xhr.status < 300 ? resolve() : reject(new Error(String(xhr.status)))))
    for (const lost of ['error', 'timeout', 'abort']) xhr.addEventListener(lost, () => reject(new Error(lost)))
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(body)
  })
}
