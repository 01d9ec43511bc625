// Parts of the server that npm may have left out (--omit=optional): most of them are programs for one kind of machine.
import type { ProgramPart } from '@shuyuan/contract/kernel/program-part.ts'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { fail } from './fail.ts'
import { appPart } from './part.ts'

/** Where an optional package is: its folder's package.json, or undefined. */
type Finder = (name: string) => string | undefined

/** For each part: the package that the server imports, and its optional packages. `{os}` is linux-x64-gnu, linux-x64 and the like. */
const parts: Record<ProgramPart, { of?: string; packages: string[]; instead?: string }> = {
  passwords: {
    of: '@node-rs/argon2',
    packages: ['@node-rs/argon2-{abi}'],
    instead: "passwords are hashed by Node's own argon2, more slowly",
  },
  pictures: { of: 'sharp', packages: ['@img/sharp-{musl}', '@img/sharp-libvips-{musl}'] },
  drawing: { of: '@napi-rs/canvas', packages: ['@napi-rs/canvas-{abi}'] },
  pdf: { of: '@myriaddreamin/typst-ts-node-compiler', packages: ['@myriaddreamin/typst-ts-node-compiler-{abi}'] },
  faces: { packages: ['@vladmandic/human', '@vladmandic/face-api', '@tensorflow/tfjs-backend-wasm'] },
  media: { packages: ['node-av'], instead: 'videos are encoded by an installed ffmpeg only' },
}
const features: Record<ProgramPart, string> = {
  passwords: 'fast password hashes',
  pictures: 'pictures that are uploaded, face pictures, certificates with pictures',
  drawing: 'captchas, receipts',
  pdf: 'certificates and papers as PDF',
  faces: 'face comparison on this machine',
  media: 'encoding of videos by the program itself',
}

const installed: Finder = (name) => {
  try {
    return findPackageJSON(name, import.meta.url)
  } catch {
    return undefined
  }
}

/** The end of package names for this machine: `abi` as napi packages have it, `musl` as sharp has it. */
function machine() {
  const { platform, arch } = process
  // else it asks the DNS for the name of each connection's other end, one after the other, and nothing else goes on meanwhile
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const isMusl = platform === 'linux' && header.glibcVersionRuntime === undefined
  const abi = { linux: isMusl ? '-musl' : '-gnu', win32: '-msvc' }[platform as string] ?? ''
  return { abi: `${platform}-${arch}${abi}`, musl: `${platform}${isMusl ? 'musl' : ''}-${arch}` }
}

export type MissingPart = { part: ProgramPart; install: string }

/** The parts that are not installed, each with the command that installs it. */
export function missingParts(find: Finder = installed): MissingPart[] {
  const { abi, musl } = machine()
  return Object.entries(parts).flatMap(([part, { of, packages }]) => {
    const named = packages.map((name) => name.replace('{abi}', abi).replace('{musl}', musl))
    if (named.every((name) => find(name) !== undefined)) return []
    const versions = versionsIn(of === undefined ? new URL('../../package.json', import.meta.url) : find(of))
    const wanted = named.map((name) => (versions[name] === undefined ? name : `${name}@${versions[name]}`))
    return [{ part: part as ProgramPart, install: `npm i --no-save --omit=dev --omit=optional ${wanted.join(' ')}` }]
  })
}

function versionsIn(file: string | URL | undefined): Record<string, string> {
  if (file === undefined) return {}
  return (JSON.parse(readFileSync(file, 'utf8')) as { optionalDependencies?: Record<string, string> }).optionalDependencies ?? {}
}

/** The missing parts of this process as they were at its start. */
export const missingHere = appPart(() => missingParts())

/** What the log says about a missing part at the start. */
export const missingText = ({ part, install }: MissingPart): string =>
  `not installed: ${features[part]}${parts[part].instead === undefined ? '' : ` (${parts[part].instead})`}; install with: ${install}`

/**
 * Loads a module that needs a part.
 * Fails partMissing where the part is not installed; another fault of the module is thrown as it is.
 */
export async function withPart<T>(part: ProgramPart, load: () => Promise<T>, find: Finder = installed): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (missingParts(find).some((one) => one.part === part)) fail('partMissing')
    throw error
  }
}
