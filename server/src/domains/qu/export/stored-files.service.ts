// The files that questions name, as far as they are stored here.
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Portable } from '../exchange/exchange.rules.ts'

const own = /\/files\/\d{6}\/[\da-f]{32}\.[a-z\d]{1,8}/g

/** A locally stored file; undefined if it cannot be read (deleted, or at a cloud provider). */
export const fileAt = ({ app }: Ctx, url: string): Promise<Buffer | undefined> =>
  readFile(join(app.storage.root, url.slice('/files/'.length))).catch(() => undefined)

export const addressesIn = (questions: Portable[]): Set<string> =>
  new Set([...JSON.stringify(questions.map((one) => one.body)).matchAll(own)].map(([url]) => url))

/** Whether the file of an address is stored here, for the questions of a portion. */
export async function storedIn({ app }: Ctx, questions: Portable[]): Promise<(url: string) => boolean> {
  const found = new Set<string>()
  for (const url of addressesIn(questions))
    await access(join(app.storage.root, url.slice('/files/'.length))).then(
      () => found.add(url),
      () => undefined,
    )
  return (url) => found.has(url)
}
