// The files that questions name, as far as they are stored here.
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '../../../kernel/ctx.ts'
import { BUCKET_PLACE } from '../../../kernel/storage.ts'
import type { Portable } from '../exchange/exchange.rules.ts'

const own = /\/files\/(?:bucket\/(?:[a-z]+\/)?)?\d{6}\/(?:\d{1,18}-[\da-f]{16}\/)?[\da-f]{32}\.[a-z\d]{1,8}/g
/** bytes of a file that is fetched from a bucket */
const MOST_BYTES = 50_000_000

const isInBucket = (url: string) => url.startsWith(BUCKET_PLACE)

/** A file that is stored here or in a closed bucket; undefined if it cannot be read (deleted, or at another cloud provider). */
export const fileAt = ({ app }: Ctx, url: string): Promise<Buffer | undefined> =>
  (isInBucket(url) ? app.storage.read(url, MOST_BYTES) : readFile(join(app.storage.root, url.slice('/files/'.length)))).catch(
    () => undefined,
  )

export const addressesIn = (questions: Portable[]): Set<string> =>
  new Set([...JSON.stringify(questions.map((one) => one.body)).matchAll(own)].map(([url]) => url))

/** Whether the file of an address is stored here, for the questions of a portion. */
export async function storedIn({ app }: Ctx, questions: Portable[]): Promise<(url: string) => boolean> {
  const found = new Set<string>()
  for (const url of addressesIn(questions)) {
    if (isInBucket(url)) {
      if (await app.storage.opening(url.slice(BUCKET_PLACE.length))) found.add(url)
    } else
      await access(join(app.storage.root, url.slice('/files/'.length))).then(
        () => found.add(url),
        () => undefined,
      )
  }
  return (url) => found.has(url)
}
