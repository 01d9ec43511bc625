// Stacks of the bundle with the places of the sources.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundles, LINES } from './bundle.ts'
import { newLru } from './memo/lru.ts'

const place = /(?<![^\s()])[^\s()]*[\\/]server[\\/]dist[\\/]([^\s()\\/]+[\\/][^\s()\\/]+\.js):(\d+)(?::\d+)?/g

/** A stack has few places that others lack: calls of an outage fail at the same ones. */
const MOST_PLACES = 2_000

/**
 * Reads stacks of a bundle; places that were looked up are remembered, because all calls fail when the database is away.
 * @param folder of the bundles
 * @returns a function that gives a stack with places of the sources for those of the bundle; where a place is not known, it stays
 */
export function openStackReader(folder = bundles): (stack: string) => string {
  const known = newLru<string, string>(MOST_PLACES)
  return (stack) => {
    const read = new Map<string, { sources: string[]; lines: string[] }>()
    const linesOf = (file: string) => {
      const found = read.get(file)
      if (found) return found
      const [sources = '[]', ...lines] = readFileSync(join(folder, `${file}${LINES}`), 'utf8').split('\n')
      const one = { sources: JSON.parse(sources) as string[], lines }
      read.set(file, one)
      return one
    }
    const lookUp = (whole: string, file: string, line: string) => {
      const { sources, lines } = linesOf(file)
      const [source, at] = lines[Number(line) - 1]?.split(' ') ?? []
      return at === undefined ? whole : `${sources[Number(source)]}:${at}`
    }
    try {
      return stack.replaceAll(place, (whole, file: string, line: string) => {
        const before = known.get(whole)
        if (before !== undefined) return before
        const found = lookUp(whole, file, line)
        known.set(whole, found)
        return found
      })
    } catch {
      return stack
    }
  }
}
