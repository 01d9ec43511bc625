// Tells whether the built web still belongs to the sources that lie here.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const sources = ['web/*.{ts,html,json}', 'web/src/**/*.*', 'web/public/**/*.*', 'contract/src/**/*.ts', 'package-lock.json']
const tests = /\.test\.tsx?$/

/** Where a build leaves the fingerprint of what it was made from. */
export const fingerprintFile = join(root, 'web', 'dist', '.fingerprint')

/** A hash over every file that goes into the web. */
export function webFingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted()) {
    if (!tests.test(file)) hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}
