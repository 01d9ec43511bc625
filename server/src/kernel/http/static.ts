// Serves uploaded files, and the start page at the addresses of pages.
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isSigned } from '../files/signed-file.ts'
import { BUCKET_PLACE, isCloudKey, isKey, isMediaKey, type Storage } from '../storage.ts'
import { unknownPathAnswer } from './http.ts'
import type { SendPage } from './serve-built.ts'

/** Pictures, media and PDFs may be shown inline; all other files are downloaded. */
const shownInPlace = /\.(png|jpe?g|gif|webp|mp4|ts|webm|mp3|m4a|wav|ogg|pdf)$/
const filePolicy = "default-src 'none'; media-src 'self'; img-src 'self'; sandbox"
/** Without `sandbox`, in which a browser's PDF viewer does not start. Scripts of a PDF run in the viewer, not in a page. */
const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** How long a browser may store a private file, or the provider's address of one. */
const PRIVATE_SECONDS = 3_600

type FileRoute = { Params: { '*': string }; Querystring: { e?: string; u?: string; s?: string } }
type FileRequest = FastifyRequest<FileRoute>
type Roots = {
  filesRoot: string
  /** another folder of uploaded files, when an administrator has configured one */
  otherFiles: () => Promise<string | undefined>
  /** undefined without a build */
  sendPage: SendPage | undefined
  /** private uploads; undefined: none are served */
  signed?: { storage: Storage; clock: () => Date }
}

/** Serves `/files/`, and the start page for every page address. */
export async function serveWeb(http: FastifyInstance, { filesRoot, otherFiles, sendPage, signed }: Roots) {
  await http.register(staticFiles, {
    root: filesRoot,
    serve: false,
    index: false,
    setHeaders(reply, path) {
      reply.header('content-security-policy', path.endsWith('.pdf') ? pdfPolicy : filePolicy)
      if (!shownInPlace.test(path)) reply.header('content-disposition', 'attachment')
    },
  })
  /** Answers a signed address. @returns false when the upload is not private */
  async function sendPrivate({ storage, clock }: NonNullable<Roots['signed']>, request: FileRequest, reply: FastifyReply) {
    const key = request.params['*']
    const { e = '', u = '', s = '' } = request.query
    const isOpen = (isCloudKey(key) || isMediaKey(key)) && isSigned(await storage.secret(), key, { e, u, s }, clock())
    if (!isOpen || (u !== '' && !(await storage.admits(u)))) return reply.code(404).send(unknownPathAnswer(request))
    const cached = `private, max-age=${PRIVATE_SECONDS}`
    if ((isKey(key) || isMediaKey(key)) && existsSync(join(storage.privateRoot, key)))
      return reply.header('cache-control', cached).sendFile(key, storage.privateRoot, { cacheControl: false })
    const address = (await storage.holding(key))?.signedUrl?.(key, 2 * PRIVATE_SECONDS)
    return address === undefined ? false : reply.header('cache-control', cached).redirect(address)
  }
  /** Leads to a public file of a bucket that has no public address. */
  async function openBucket({ storage }: NonNullable<Roots['signed']>, key: string, request: FileRequest, reply: FastifyReply) {
    const address = isKey(key) || isCloudKey(key) ? (await storage.opening(key))?.signedUrl?.(key, 2 * PRIVATE_SECONDS) : undefined
    if (address === undefined) return reply.code(404).send(unknownPathAnswer(request))
    return reply.header('cache-control', `public, max-age=${PRIVATE_SECONDS}`).redirect(address)
  }
  http.get<FileRoute>('/files/*', async (request, reply) => {
    const key = request.params['*']
    const sent = signed && request.query.s !== undefined && (await sendPrivate(signed, request, reply))
    if (sent) return sent
    if (signed && request.url.startsWith(BUCKET_PLACE)) return openBucket(signed, key.slice(key.indexOf('/') + 1), request, reply)
    // a folder configured by an administrator may contain other files than uploads
    if (!isKey(key)) return reply.code(404).send(unknownPathAnswer(request))
    const other = existsSync(join(filesRoot, key)) ? undefined : await otherFiles()
    return reply.sendFile(key, other ?? filesRoot, { maxAge: '30d', immutable: true })
  })
  if (sendPage) http.get('/', sendPage)
  http.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !request.url.startsWith('/api/') && (request.headers.accept ?? '').includes('text/html')
    if (page && sendPage) return sendPage(request, reply)
    return reply.code(404).send(unknownPathAnswer(request))
  })
}
