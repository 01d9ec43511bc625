// The web application, uploaded files and the page that describes the API, on the same port as the calls.
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isKey } from '../storage.ts'
import { unknownPathAnswer } from './http.ts'

/** Pictures, media and PDFs may be shown in place; anything else is only ever downloaded. */
const shownInPlace = /\.(png|jpe?g|gif|webp|mp4|webm|mp3|m4a|wav|ogg|pdf)$/
const filePolicy = "default-src 'none'; media-src 'self'; img-src 'self'; sandbox"
/** A browser's own viewer does not start in a sandbox. Scripts of a PDF run in the viewer, never in a page. */
const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

type Roots = {
  filesRoot: string
  /** another folder of uploaded files, once an administrator has set one up */
  otherFiles: () => Promise<string | undefined>
  webRoot: string | undefined
}

/** Serves `webRoot` (with index.html for every page address) and `/files/`. */
export async function serveWeb(http: FastifyInstance, { filesRoot, otherFiles, webRoot }: Roots) {
  const hasWeb = webRoot !== undefined && existsSync(join(webRoot, 'index.html'))
  await http.register(staticFiles, {
    root: filesRoot,
    serve: false,
    index: false,
    setHeaders(reply, path) {
      // index.html comes through here too
      if (hasWeb && path.startsWith(webRoot)) return
      reply.header('content-security-policy', path.endsWith('.pdf') ? pdfPolicy : filePolicy)
      if (!shownInPlace.test(path)) reply.header('content-disposition', 'attachment')
    },
  })
  http.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const key = request.params['*']
    // a folder that an administrator named may hold more than uploads
    if (!isKey(key)) return reply.code(404).send(unknownPathAnswer(request))
    const other = existsSync(join(filesRoot, key)) ? undefined : await otherFiles()
    return reply.sendFile(key, other ?? filesRoot, { maxAge: '30d', immutable: true })
  })
  if (hasWeb) {
    await http.register(staticFiles, {
      root: webRoot,
      prefix: '/',
      decorateReply: false,
      // the build has left a .br and a .gz beside each file
      preCompressed: true,
      setHeaders(reply, path) {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  http.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !request.url.startsWith('/api/') && (request.headers.accept ?? '').includes('text/html')
    if (page && hasWeb) return reply.header('cache-control', 'no-cache').sendFile('index.html', webRoot)
    return reply.code(404).send(unknownPathAnswer(request))
  })
}
