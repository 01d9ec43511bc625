// Regular expressions that take a time which grows faster than the text: one long text would keep the whole server busy.
import { parseAst } from 'rolldown/parseAst'
import { analyse } from 'scslre'

type Found = { pattern: string; flags: string; at: number }

/** The literals of regular expressions in a source. */
function literalsIn(source: string): Found[] {
  const found: Found[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node && 'start' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      found.push({ pattern, flags, at: source.slice(0, node.start as number).split('\n').length })
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseAst(source, { lang: 'ts' }))
  return found
}

/** What begins with a sign, and looks for an end that may not come, for each of these signs anew. */
const LOOKS_FAR = /(?<!\\)\[(?:\\s\\S|\\S\\s|\^)\][*+]\?(?!\)?(?:\$|\(\?:[^()]*\|\$\)))/

/**
 * The regular expressions of a source for which a text exists that takes a time faster than its length. The analysis repeats a single sign
 * (`scslre`, which is the one of eslint-plugin-regexp); what has an expensive text of several signs only is found in part.
 * @returns one line for each: file, line, the expression, and the sign that repeated makes it slow
 */
export function slowPatterns(file: string, source: string): string[] {
  return literalsIn(source).flatMap(({ pattern, flags, at }) => {
    const { reports } = analyse({ source: pattern, flags })
    const signs = new Set(reports.map(({ character }) => JSON.stringify(character.pick)))
    if (!pattern.startsWith('^') && LOOKS_FAR.test(pattern)) signs.add('a beginning without its end')
    return [...signs].map((sign) => `${file}:${at}: /${pattern}/${flags} ${sign}`)
  })
}
