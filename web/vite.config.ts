// How the web is built, and served while it is worked on.
import react from '@vitejs/plugin-react'
import { writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
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

export default defineConfig({
  plugins: [react(), fingerprint()],
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
          // No group for antd: a learner's page would load what only the back office shows.
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/ }],
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
