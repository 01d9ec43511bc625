// Requests to storage services, whose answers are bytes and XML.
import { openAsBlob } from 'node:fs'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { fail } from '../kernel/fail.ts'
import type { StorageProvider } from '../kernel/storage.ts'

/** Validity of an upload grant in seconds; Aliyun's minimum. */
export const GRANT_SECONDS = 900

/** What a storage provider needs besides its settings. */
export type StorageContext = {
  clock: () => Date
  /** timeout of a request */
  requestMs: number
  /** timeout of a file transfer */
  transferMs: number
}

/**
 * Sends one request to a storage service. Fails storageDown without an answer in time, storageRefused for a status that is neither success nor in
 * `accept`.
 */
export async function askStorage(url: string, init: RequestInit, timeoutMs: number, accept: readonly number[] = []): Promise<Response> {
  let reply: Response
  try {
    reply = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    // the cause is dropped, because it may contain the signed address
    return fail('storageDown')
  }
  if (reply.ok || accept.includes(reply.status)) return reply
  if (reply.status >= 500) return fail('storageDown')
  return fail('storageRefused', sayServer('storageRefusedFor', { reason: await reasonOf(reply) }))
}

/** The provider's error code, from XML or JSON, else the HTTP status. */
async function reasonOf(reply: Response): Promise<string> {
  const text = await reply.text().catch(() => '')
  return /<Code>([\w.]{1,60})<\/Code>/.exec(text)?.[1] ?? /"error"\s*:\s*"([\w .]{1,60})"/.exec(text)?.[1] ?? String(reply.status)
}

type Signed = { method: string; headers: Record<string, string> }

/** Writes, removes, reads and closes objects by signed PUT, DELETE and GET, as OSS and COS offer them. */
export function objectsBy(
  at: (key: string) => string,
  signed: (method: string, key: string, headers?: Record<string, string>, query?: Record<string, string>) => Signed,
  /** the header that names the access rights of one object */
  acl: string,
  { requestMs, transferMs }: StorageContext,
): Pick<StorageProvider, 'store' | 'remove' | 'look' | 'protect'> {
  return {
    async store(path, key, type) {
      const body = await openAsBlob(path, { type })
      await (await askStorage(at(key), { ...signed('PUT', key, { 'content-type': type }), body }, transferMs)).body?.cancel()
    },
    async remove(key) {
      await (await askStorage(at(key), signed('DELETE', key), requestMs, [404])).body?.cancel()
    },
    async protect(key) {
      const { method, headers } = signed('PUT', key, { [acl]: 'private' }, { acl: '' })
      await (await askStorage(`${at(key)}?acl`, { method, headers }, requestMs)).body?.cancel()
    },
    look: async (key, bytes) =>
      lookAt(await askStorage(at(key), signed('GET', key, { range: `bytes=0-${bytes - 1}` }), requestMs, [404, 416]), bytes),
  }
}

/** Size and first bytes, from the answer to a range request. */
export async function lookAt(reply: Response, bytes: number) {
  if (reply.status === 404) {
    await reply.body?.cancel()
    return undefined
  }
  const whole = /\/(\d+)$/.exec(reply.headers.get('content-range') ?? '')?.[1] ?? reply.headers.get('content-length') ?? '0'
  const head = Buffer.alloc(bytes)
  let filled = 0
  for await (const chunk of reply.body ?? []) {
    filled += Buffer.from(chunk).copy(head, filled)
    if (filled >= bytes) break
  }
  return { size: Number(whole), head: head.subarray(0, filled) }
}
