// The files that pdf.js reads at run time: character maps, the fonts that a PDF need not contain, and decoders in JavaScript.
import { createReadStream, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const library = dirname(createRequire(join(import.meta.dirname, '..', 'web', 'package.json')).resolve('pdfjs-dist/package.json'))
const wanted = ['cmaps/*', 'standard_fonts/*', 'wasm/*_fallback.js', 'wasm/LICENSE*']
const files = () => globSync(wanted, { cwd: library })

/** Puts these files below /pdf/, in the build and in the development server. */
export function pdfAssets(): Plugin {
  return {
    name: 'pdf-assets',
    generateBundle() {
      for (const file of files()) this.emitFile({ type: 'asset', fileName: `pdf/${file}`, source: readFileSync(join(library, file)) })
    },
    configureServer(server) {
      const known = new Set(files())
      server.middlewares.use('/pdf', (request, response, next) => {
        const file = normalize((request.url ?? '').split('?')[0] ?? '').slice(1)
        if (!known.has(file)) return next()
        response.setHeader('content-length', statSync(join(library, file)).size)
        if (file.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        createReadStream(join(library, file)).pipe(response)
      })
    },
  }
}
