// Leaves out of the build the texts of failures that the pages do not say: they come with the server's answer. Their names and codes stay.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const src = join(import.meta.dirname, '..', 'web', 'src')
const CATALOGUE = /[\\/]contract[\\/]src[\\/]kernel[\\/]error(?:-play)?\.ts$/
const catalogues = ['error.ts', 'error-play.ts'].map((name) => join(import.meta.dirname, '..', 'contract', 'src', 'kernel', name))
const row = /^( {2}(\w+): \[\d+, )'[^'\n]*'\],$/gm
const said = /\bsayError\((?:'(\w+)'\))?/g

/** The failures whose texts this source says; throws where the name does not stand in the call, because its text would be missing. */
export function saidIn(source: string): string[] {
  return [...source.matchAll(said)].map(([, name]) => {
    if (name === undefined) throw new Error("a page says the text of a failure by its name: sayError('fault')")
    return name
  })
}

/** The catalogue with the texts of `names` only; throws if a row has another form than the others, or a name has no row here or in `other`. */
export function withTextsOf(names: ReadonlySet<string>, catalogue: string, other = ''): string {
  const rows = new Set<string>()
  const written = catalogue.replaceAll(row, (line, head: string, name: string) => {
    rows.add(name)
    return names.has(name) ? line : `${head}''],`
  })
  const elsewhere = new Set([...other.matchAll(row)].map(([, , name]) => name))
  const missing = [...names].filter((name) => !rows.has(name) && !elsewhere.has(name))
  if (rows.size !== catalogue.match(/: \[\d+,/g)?.length || missing.length > 0)
    throw new Error(`rows of kernel/error.ts that cannot be read: ${missing.join(', ') || 'see their form'}`)
  return written
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
      return withTextsOf(new Set(names), readFileSync(id, 'utf8'), all)
    },
  }
}
