// Tells whether the built web matches the current sources.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfFiles } from '../server/src/kernel/bundle.ts'

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
  return hashOfFiles(
    root,
    globSync(sources, { cwd: root })
      .filter((file) => !tests.test(file))
      .toSorted(),
  )
}
