// What is new, for users: CHANGELOG.zh-CN.md as data. What is not in its form is refused, with its line.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { handbookRoot } from './read.ts'

export type News = {
  /** of a release; its version and day, or 未发布 */
  title: string
  /** by those whom it concerns */
  parts: { title: string; items: string[] }[]
}[]

const FILE = 'CHANGELOG.zh-CN.md'

/** @throws naming the line that is not in the form */
export function newsOf(source: string): News {
  const news: News = []
  for (const [at, line] of source.split(/\r?\n/).entries()) {
    const [, mark, text = ''] = /^(##|###|-) (.+)$/.exec(line) ?? []
    const release = news.at(-1)
    const part = release?.parts.at(-1)
    if (mark === '##') news.push({ title: text, parts: [] })
    else if (mark === '###' && release) release.parts.push({ title: text, items: [] })
    else if (mark === '-' && part) part.items.push(text)
    // the title and the words below it are for readers of the file
    else if (line.trim() !== '' && release) throw new Error(`${FILE}:${at + 1}: not in the form of the news: ${line}`)
  }
  return news
}

export const readNews = (): News => newsOf(readFileSync(join(handbookRoot, '..', FILE), 'utf8'))

/** Another one for other news. */
export const markOf = ([newest]: News): string =>
  createHash('sha256')
    .update(JSON.stringify(newest ?? []))
    .digest('hex')
    .slice(0, 8)
