// Builds the web if it is out of date.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintFile, webFingerprint } from './web-fingerprint.ts'

const root = join(import.meta.dirname, '..')

/** Builds web/dist unless it matches the current sources. False if the build failed; its output is shown. */
export function buildWebIfStale(): boolean {
  const built = existsSync(fingerprintFile) ? readFileSync(fingerprintFile, 'utf8') : ''
  if (built === webFingerprint()) return true
  process.stdout.write('Building the web…\n')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  return status === 0
}
