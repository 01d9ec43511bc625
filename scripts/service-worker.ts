// Writes into the built service worker which files start the application, and a version that changes with them.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Chunk = { type: string; isEntry?: boolean; name?: string; fileName: string; imports?: string[] }

/** The files that are loaded with the entry `main`, without those loaded later. */
export function firstFiles(bundle: Record<string, Chunk>): string[] {
  const found = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (!chunk || found.has(name)) return
    found.add(name)
    for (const one of chunk.imports ?? []) add(one)
  }
  for (const one of Object.values(bundle)) if (one.type === 'chunk' && one.isEntry && one.name === 'main') add(one.fileName)
  return [...found].map((name) => `/${name}`)
}

/** A pure function of the built files' names, which contain hashes of their contents. */
export const versionOf = (names: readonly string[]): string =>
  createHash('sha256').update(names.toSorted().join('\n')).digest('hex').slice(0, 12)

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const file = join(dir, 'sw.js')
      const source = readFileSync(file, 'utf8')
      const written = source
        .replace("const VERSION = 'dev'", `const VERSION = '${versionOf(Object.keys(bundle))}'`)
        .replace('const FIRST = []', `const FIRST = ${JSON.stringify(firstFiles(bundle))}`)
      if (written === source) throw new Error('sw.js: VERSION and FIRST were not found')
      writeFileSync(file, written)
    },
  }
}
