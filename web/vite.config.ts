// Vite configuration: the build of the web and the development server.
import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { failureTexts } from '../scripts/failure-texts.ts'
import { firstPaint } from '../scripts/first-paint.ts'
import { pdfAssets } from '../scripts/pdf-assets.ts'
import { serviceWorker } from '../scripts/service-worker.ts'
import { fingerprintFile, webFingerprint } from '../scripts/web-fingerprint.ts'
import { chunks } from './chunks.ts'
import { handbook } from './handbook-plugin.ts'
import { officeChunks } from './office-chunks.ts'

const server = `http://localhost:${process.env.PORT || 8080}`

/** Records the sources of the build, so that `npm start` builds again only when they have changed. */
function fingerprint(): Plugin {
  let sources = ''
  let own = true
  return {
    name: 'fingerprint',
    apply: 'build',
    // only a build into web/dist is the one that `npm start` serves
    configResolved: ({ root, build }) => {
      own = resolve(root, build.outDir) === dirname(fingerprintFile)
    },
    buildStart: () => {
      sources = webFingerprint()
    },
    writeBundle: () => {
      if (own) writeFileSync(fingerprintFile, sources)
    },
  }
}

/** bytes; below it the headers weigh more than what compression saves */
const COMPRESS_FROM = 512
const gzipOf = promisify(gzip)
const brotliOf = promisify(brotliCompress)

/** Compresses files in the build: many candidates who load pages in the same second cost the server no compression. */
function compressed(): Plugin {
  let folder = ''
  const compress = async (file: string) => {
    const bytes = readFileSync(file)
    if (bytes.length < COMPRESS_FROM) return
    writeFileSync(`${file}.gz`, await gzipOf(bytes, { level: 9 }))
    writeFileSync(
      `${file}.br`,
      await brotliOf(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    )
  }
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: async () => {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      await Promise.all(names.filter((name) => /\.(?:m?js|css|html|svg)$/.test(name)).map((name) => compress(join(folder, name))))
    },
  }
}

const JSON_SCHEMA = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/

const ZOD_ENGLISH = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/

/**
 * Leaves out of the build what every first page would load and no page uses: Zod's writer of JSON schemas, whose functions stay, because
 * schemas name them, and throw; and its English messages, because `issueMessage` has one for every issue.
 */
function smallZod(): Plugin {
  return {
    name: 'small-zod',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (ZOD_ENGLISH.test(id)) return "export default () => ({ localeError: () => '' })"
      if (!JSON_SCHEMA.test(id)) return null
      const text = readFileSync(id, 'utf8')
      const names = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name)
      // the limits of a schema (`maxLength`) are collected before the first writer
      const kept = id.endsWith('processors.js') ? text.slice(0, text.indexOf('export const stringProcessor')) : ''
      return [
        kept,
        "const none = () => { throw new Error('this build writes no JSON schemas') }",
        ...names
          .filter((name) => !kept.includes(` ${name}(`))
          .map((name) => `export const ${name} = ${name.startsWith('create') ? '() => none' : 'none'}`),
        ...(kept === '' ? ['export { none as process }'] : []),
      ].join('\n')
    },
  }
}

const office = officeChunks()

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    handbook(),
    smallZod(),
    failureTexts(),
    office.plugin,
    pdfAssets(),
    firstPaint(),
    serviceWorker(),
    fingerprint(),
    compressed(),
  ],
  // short class names keep the first page small; in development, names contain their file
  css: command === 'build' ? { modules: { generateScopedName: '_[hash:base64:6]' } } : {},
  build: {
    outDir: 'dist',
    manifest: true,
    sourcemap: false,
    // a browser without modulepreload only loads the files later
    modulePreload: { polyfill: false },
    target: 'es2022',
    // The content security policy allows no data: addresses for fonts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // the PDF viewer is a page of its own, at the address that the specification names
      input: { main: join(import.meta.dirname, 'index.html'), pdf: join(import.meta.dirname, 'pdf/web/viewer.html') },
      output: {
        codeSplitting: {
          groups: [...chunks, ...office.groups],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: server, ws: true },
      '/files': server,
      '/healthz': server,
      '/readyz': server,
      '/docs/api': server,
    },
  },
}))
