// Tells whether the built web matches the current sources.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const sources = [
  'web/*.{ts,html,json}',
  'web/pdf/**/*.html',
  'web/src/**/*.*',
  'web/public/**/*.*',
  'contract/src/**/*.ts',
  'handbook/**/*.*',
  'package-lock.json',
]
const tests = /\.test\.tsx?$/

/** The file in which a build stores the fingerprint of its sources. */
export const fingerprintFile = join(root, 'web', 'dist', '.fingerprint')

/** A hash of all files that the web is built from. */
export function webFingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted()) {
    if (!tests.test(file)) hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}
