// Builds the web if it is out of date.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintFile, webFingerprint } from './web-fingerprint.ts'

const root = join(import.meta.dirname, '..')

export const isWebStale = (): boolean => !existsSync(fingerprintFile) || readFileSync(fingerprintFile, 'utf8') !== webFingerprint()

/**
 * Whether the program that builds the web is here, with its parts for this machine. An installation without development packages or without
 * optional ones (--omit=dev, --omit=optional) lacks it.
 */
export const canBuild = (vite: string): boolean =>
  existsSync(vite) && spawnSync(process.execPath, [vite, '--version'], { stdio: 'ignore' }).status === 0

/** Builds web/dist unless it matches the current sources. False if the build failed; its output is shown. Where nothing can build it, pages stay as they are, or there are none. */
export function buildWebIfStale(): boolean {
  if (!isWebStale()) return true
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  if (!canBuild(vite)) {
    const pages = existsSync(fingerprintFile) ? 'The pages are older than the program' : 'There are no pages, only the API'
    process.stdout.write(`${pages}: npm left out what builds them. Copy web/dist of a machine that has built it, or run "npm ci".\n`)
    return true
  }
  process.stdout.write('Building the web…\n')
  const { status } = spawnSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  return status === 0
}
