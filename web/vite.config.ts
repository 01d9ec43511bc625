// How the web is built, and served while it is worked on.
import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { fingerprintFile, webFingerprint } from '../scripts/web-fingerprint.ts'

const server = `http://localhost:${process.env.PORT || 8080}`

/** `npm start` builds again only when the sources are no longer those of the last build. */
function fingerprint(): Plugin {
  let sources = ''
  let own = true
  return {
    name: 'fingerprint',
    apply: 'build',
    // a build that goes elsewhere says nothing about web/dist
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

const COMPRESS_FROM = 2_048
const gzipOf = promisify(gzip)
const brotliOf = promisify(brotliCompress)

/** Compressed once instead of for every reader: a hall that opens its pages in the same second costs the server only the sending. */
function compressed(): Plugin {
  let folder = ''
  const compress = async (file: string) => {
    const bytes = readFileSync(file)
    if (bytes.length < COMPRESS_FROM) return
    writeFileSync(`${file}.gz`, await gzipOf(bytes, { level: 9 }))
    writeFileSync(`${file}.br`, await brotliOf(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
  }
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: async () => {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      await Promise.all(names.filter((name) => /\.(?:js|css|html|svg)$/.test(name)).map((name) => compress(join(folder, name))))
    },
  }
}

/**
 * What a learner's first page needs comes in a few files instead of two dozen small ones: each costs its own headers and compresses alone.
 * No group for antd: a learner's page would load what only the back office shows.
 */
const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/ },
  {
    name: 'base',
    test: new RegExp(
      [
        String.raw`node_modules[\\/](zod|i18next)[\\/]`,
        String.raw`contract[\\/]src[\\/](kernel[\\/](endpoint|error|field|moment)|sys[\\/](config-site|menu-mine|user-me))\.ts`,
        String.raw`web[\\/]src[\\/]kernel[\\/](api|dict-revision|failure|i18n|navigation|notify|preferences|query|session|store|token)\.ts`,
        String.raw`web[\\/]src[\\/]app[\\/](Brand|ErrorFace|Footer|LookButtons|Root|Splash|Toaster|guard|menu|paths)\.tsx?`,
        String.raw`web[\\/]src[\\/]app[\\/]visitor[\\/](Face|MissingPage|NotFoundPage|VisitorLayout)\.tsx`,
        'vite[\\\\/]preload-helper',
      ].join('|'),
    ),
  },
  { name: 'shell', test: /web[\\/]src[\\/]app[\\/](Inside|NavIcon|PageFrame|learnerRoutes|pages|learner[\\/]\w+)\.tsx?$/ },
  {
    name: 'exams',
    test: /contract[\\/]src[\\/](exam[\\/]exam|paper[\\/]paper|qu[\\/]content)\.ts$|web[\\/]src[\\/](kernel[\\/](PageState|Tag)|domains[\\/]paper[\\/](PassTag|marked))\.tsx?$/,
  },
  { name: 'lists', test: /web[\\/]src[\\/]kernel[\\/](schema|list[\\/](columns|list-query|useListQuery))\.tsx?$/ },
]

export default defineConfig({
  plugins: [react(), fingerprint(), compressed()],
  build: {
    outDir: 'dist',
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    // The content security policy allows no data: addresses for fonts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunks,
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
      '/openapi.json': server,
    },
  },
})
