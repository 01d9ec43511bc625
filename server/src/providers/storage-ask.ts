// Requests to storage services, whose answers are bytes and XML.
import { openAsBlob } from 'node:fs'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { fail } from '../kernel/fail.ts'
import type { Outgoing, OutgoingOptions, OutgoingReply } from '../kernel/http/outgoing.ts'
import type { StorageProvider } from '../kernel/storage.ts'

/** Validity of an upload grant in seconds; Aliyun's minimum. */
export const GRANT_SECONDS = 900

/** What a storage provider needs besides its settings. */
export type StorageContext = {
  outgoing: Outgoing
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
export async function askStorage(
  outgoing: Outgoing,
  url: string,
  options: OutgoingOptions,
  accept: readonly number[] = [],
): Promise<OutgoingReply> {
  let reply: OutgoingReply
  try {
    reply = await outgoing.request(url, options)
  } catch {
    // the cause is dropped, because it may contain the signed address
    return fail('storageDown')
  }
  if ((reply.status >= 200 && reply.status < 300) || accept.includes(reply.status)) return reply
  if (reply.status >= 500) {
    reply.discard()
    return fail('storageDown')
  }
  return fail('storageRefused', sayServer('storageRefusedFor', { reason: await reasonOf(reply) }))
}

/** The provider's error code, from XML or JSON, else the HTTP status. */
async function reasonOf(reply: OutgoingReply): Promise<string> {
  const text = await reply.text().catch(() => '')
  return /<Code>([\w.]{1,60})<\/Code>/.exec(text)?.[1] ?? /"error"\s*:\s*"([\w .]{1,60})"/.exec(text)?.[1] ?? String(reply.status)
}

type Signed = { method: string; headers: Record<string, string> }

/** Writes, removes, reads and closes objects by signed PUT, DELETE and GET, as OSS and COS offer them. */
export function objectsBy(
  at: (key: string) => string,
  signed: (method: string, key: string, headers?: Record<string, string>, query?: Record<string, string>) => Signed,
  /** the header that names the access rights of one object; undefined where objects have none of their own */
  acl: string | undefined,
  { outgoing, requestMs, transferMs }: StorageContext,
): Pick<StorageProvider, 'store' | 'remove' | 'look' | 'protect'> {
  return {
    async store(path, key, type) {
      const body = await openAsBlob(path, { type })
      const options = { ...signed('PUT', key, { 'content-type': type }), body, timeoutMs: transferMs }
      ;(await askStorage(outgoing, at(key), options)).discard()
    },
    async remove(key) {
      ;(await askStorage(outgoing, at(key), { ...signed('DELETE', key), timeoutMs: requestMs }, [404])).discard()
    },
    ...(acl !== undefined && {
      async protect(key: string) {
        const options = { ...signed('PUT', key, { [acl]: 'private' }, { acl: '' }), timeoutMs: requestMs }
        ;(await askStorage(outgoing, `${at(key)}?acl`, options)).discard()
      },
    }),
    async look(key, bytes) {
      const options = { ...signed('GET', key, { range: `bytes=0-${bytes - 1}` }), timeoutMs: requestMs }
      return lookAt(await askStorage(outgoing, at(key), options, [404, 416]), bytes)
    },
  }
}

/** Size and first bytes, from the answer to a range request. */
export async function lookAt(reply: OutgoingReply, bytes: number) {
  if (reply.status === 404) {
    reply.discard()
    return undefined
  }
  const whole = /\/(\d+)$/.exec(reply.headers['content-range'] ?? '')?.[1] ?? reply.headers['content-length'] ?? '0'
  const head = Buffer.alloc(bytes)
  let filled = 0
  for await (const chunk of reply.body) {
    filled += chunk.copy(head, filled)
    if (filled >= bytes) break
  }
  return { size: Number(whole), head: head.subarray(0, filled) }
}
