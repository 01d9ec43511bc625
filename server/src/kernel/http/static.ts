// Serves the web application, uploaded files and the API reference on the port of the API.
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isKey } from '../storage.ts'
import { unknownPathAnswer } from './http.ts'

/** Pictures, media and PDFs may be shown inline; all other files are downloaded. */
const shownInPlace = /\.(png|jpe?g|gif|webp|mp4|webm|mp3|m4a|wav|ogg|pdf)$/
const filePolicy = "default-src 'none'; media-src 'self'; img-src 'self'; sandbox"
/** Without `sandbox`, in which a browser's PDF viewer does not start. Scripts of a PDF run in the viewer, not in a page. */
const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

type Roots = {
  filesRoot: string
  /** another folder of uploaded files, when an administrator has configured one */
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
      // called for index.html too
      if (hasWeb && path.startsWith(webRoot)) return
      reply.header('content-security-policy', path.endsWith('.pdf') ? pdfPolicy : filePolicy)
      if (!shownInPlace.test(path)) reply.header('content-disposition', 'attachment')
    },
  })
  http.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const key = request.params['*']
    // a folder configured by an administrator may contain other files than uploads
    if (!isKey(key)) return reply.code(404).send(unknownPathAnswer(request))
    const other = existsSync(join(filesRoot, key)) ? undefined : await otherFiles()
    return reply.sendFile(key, other ?? filesRoot, { maxAge: '30d', immutable: true })
  })
  if (hasWeb) {
    await http.register(staticFiles, {
      root: webRoot,
      prefix: '/',
      decorateReply: false,
      // the build writes a .br and a .gz beside each file
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
