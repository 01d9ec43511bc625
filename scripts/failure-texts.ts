// Leaves out of the build what the pages do not need of failures: texts that they do not say, which come with the server's answer, and
// rows of names that no source of the pages has.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const src = join(root, 'web', 'src')
const CATALOGUE = /[\\/]contract[\\/]src[\\/]kernel[\\/]error(?:-play)?\.ts$/
const catalogues = ['error.ts', 'error-play.ts'].map((name) => join(root, 'contract', 'src', 'kernel', name))
const row = /^( {2}(\w+): \[(\d+), )'[^'\n]*'\],$/gm
const said = /\bsayError\((?:'(\w+)'\))?/g

/** The failures whose texts this source says; throws where the name does not stand in the call, because its text would be missing. */
export function saidIn(source: string): string[] {
  return [...source.matchAll(said)].map(([, name]) => {
    if (name === undefined) throw new Error("a page says the text of a failure by its name: sayError('fault')")
    return name
  })
}

/**
 * The catalogue with the texts of `names` only, and without the rows whose code has no name in `words`; throws if a row has another form
 * than the others, or a name has no row here or in `other`.
 */
export function withTextsOf(names: ReadonlySet<string>, words: ReadonlySet<string>, catalogue: string, other = ''): string {
  const rows = new Set<string>()
  // names of one code go together: a failure has the first name of its code
  const codes = new Set([...catalogue.matchAll(row)].filter(([, , name = '']) => words.has(name)).map(([, , , code]) => code))
  const written = catalogue.replaceAll(row, (line, head: string, name: string, code: string) => {
    rows.add(name)
    if (!codes.has(code)) return ''
    return names.has(name) ? line : `${head}''],`
  })
  const elsewhere = new Set([...other.matchAll(row)].map(([, , name]) => name))
  const missing = [...names].filter((name) => !rows.has(name) && !elsewhere.has(name))
  if (rows.size !== catalogue.match(/: \[\d+,/g)?.length || missing.length > 0)
    throw new Error(`rows of kernel/error.ts that cannot be read: ${missing.join(', ') || 'see their form'}`)
  return written
}

/** The words of all sources of the pages but the catalogues. */
function wordsOfPages(): ReadonlySet<string> {
  const files = globSync(['web/src/**/*.{ts,tsx}', 'contract/src/**/*.ts'], { cwd: root })
  const sources = files
    .filter((file) => !/\.test\.tsx?$|[\\/]kernel[\\/]error/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  return new Set(sources.flatMap((source) => source.match(/\w+/g) ?? []))
}

/** The plugin of the build. */
export function failureTexts(): Plugin {
  return {
    name: 'failure-texts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!CATALOGUE.test(id)) return null
      const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !/\.test\.tsx?$/.test(file))
      const names = files.flatMap((file) => saidIn(readFileSync(join(src, file), 'utf8')))
      const all = catalogues.map((file) => readFileSync(file, 'utf8')).join('\n')
      return withTextsOf(new Set(names), wordsOfPages(), readFileSync(id, 'utf8'), all)
    },
  }
}
