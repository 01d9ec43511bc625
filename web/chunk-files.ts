// Patterns for the modules of a group of the build.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A pattern for these files of the repository; throws for a missing name, because the first pages would silently grow. */
export function filesOf(...names: string[]): RegExp {
  const missing = names.filter((name) => !existsSync(join(import.meta.dirname, '..', name)))
  if (missing.length > 0) throw new Error(`a group of the build names files that do not exist: ${missing.join(', ')}`)
  return new RegExp(`[\\\\/](?:${names.map((name) => name.replaceAll('.', String.raw`\.`).replaceAll('/', String.raw`[\\/]`)).join('|')})$`)
}
export const under = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`)
