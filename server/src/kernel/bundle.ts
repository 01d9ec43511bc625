// The server in few files, which start in two thirds of the time (scripts/server-build.ts makes them); never used for other sources than its own.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../../..')
/** Beside `src`, so that packages are found from both. Each bundle has a folder in it: a server that runs loads from its own, whatever is built. */
const FOLDER = 'server/dist'
const folders = ['contract/src', 'server/src']
const others = ['contract/package.json', 'server/package.json', 'package-lock.json']

const NAME_LENGTH = 24

/** Ending of a file with the sources of a bundled one, then for each of its lines the number of the source and the line in it. */
export const LINES = '.lines'

/** The first module of the bundle, without its ending. */
export const ENTRY = 'start'
export const bundles = join(root, FOLDER)

/** A hash of the names and contents of these files, in hexadecimal digits. @param of the folder in which they are */
export function hashOfFiles(of: string, files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(`${of}/${file}`))
      .update('\0')
  return hash.digest('hex')
}

/** A hash of the names and contents of all files that the server consists of, tests apart; a name for a folder. @param of the folder of the repository */
export function sourcesHash(of = root): string {
  const modules = folders.flatMap((folder) =>
    readdirSync(join(of, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const isSource = (file: string) => file.endsWith('.ts') && !file.endsWith('.test.ts')
  return hashOfFiles(of, [...modules.filter(isSource).toSorted(), ...others]).slice(0, NAME_LENGTH)
}

/**
 * @param of the folder of the repository
 * @returns the address of the bundle's first module
 * @returns undefined without a bundle, and where it was made of other sources
 */
export function freshBundle(of = root): string | undefined {
  try {
    // a check takes 0.05 s, which those without a bundle need not spend
    if (!existsSync(join(of, FOLDER))) return undefined
    const entry = join(of, FOLDER, sourcesHash(of), `${ENTRY}.js`)
    return existsSync(entry) ? pathToFileURL(entry).href : undefined
  } catch {
    // a part of the sources is missing
    return undefined
  }
}
