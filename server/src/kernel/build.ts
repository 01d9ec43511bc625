// Which build of the program runs: its version, its commit and the day of that.
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

type Build = {
  version: string
  /** short; '' where nothing tells it */
  commit: string
  /** as 2026-12-31; '' where nothing tells it */
  date: string
}

const SHORT = 8
const root = join(import.meta.dirname, '../../..')

const readOrEmpty = (...parts: string[]) => {
  try {
    return readFileSync(join(...parts), 'utf8').trim()
  } catch {
    return ''
  }
}

/** The folder of Git, also of a further work tree, whose `.git` is a file. */
function gitFolder(folder: string): string {
  const place = join(folder, '.git')
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory() === true) return place
  const named = /^gitdir: (.+)$/.exec(readOrEmpty(place))?.[1]
  return named === undefined ? place : resolve(folder, named)
}

/** The commit of a checkout, and when it became that of the work tree. Read from files: Git need not be installed. */
function ofCheckout(folder: string): Omit<Build, 'version'> {
  const git = gitFolder(folder)
  const head = readOrEmpty(git, 'HEAD')
  const ref = /^ref: (.+)$/.exec(head)?.[1]
  const common = resolve(git, readOrEmpty(git, 'commondir') || '.')
  const packed = () =>
    readOrEmpty(common, 'packed-refs')
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`)) ?? ''
  const commit = ref === undefined ? head : readOrEmpty(common, ref) || packed()
  const seconds = Number(/> (\d+) [+-]\d{4}\t/.exec(readOrEmpty(git, 'logs/HEAD').split('\n').at(-1) ?? '')?.[1])
  return { commit: commit.slice(0, SHORT), date: seconds > 0 ? new Date(seconds * 1_000).toISOString().slice(0, 10) : '' }
}

/** An archive and an image have their commit in build.txt; a checkout has Git's folder. */
export function readBuild(folder = root): Build {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const [, commit, date] = /^([0-9a-f]{7,40}) (\d{4}-\d\d-\d\d)$/.exec(readOrEmpty(folder, 'build.txt')) ?? []
  return { version, ...(commit !== undefined && date !== undefined ? { commit: commit.slice(0, SHORT), date } : ofCheckout(folder)) }
}

/** The version with its commit, as `0.1.0+1a2b3c4d`. */
export const versionOf = ({ version, commit }: Build): string => (commit === '' ? version : `${version}+${commit}`)
