// The tus protocol 1.0 (https://tus.io/protocols/resumable-upload) for uploads that were announced: HEAD, PATCH, DELETE of one upload.
import { file, MOST_PIECE, PIECES_PATH } from '@shuyuan/contract/common/file.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { App, CurrentUser } from '../../kernel/ctx.ts'
import type { Gate } from '../../kernel/endpoint.ts'
import { checkPermit } from '../../kernel/permit.ts'
import { receivePiece } from '../../kernel/files/pieces.ts'
import { addPiece, dropPieces, findPieces } from './pieces.service.ts'

const VERSION = '1.0.0'
const PIECE = 'application/offset+octet-stream'
type Route = { Params: { id: string } }
type Request = FastifyRequest<Route>

const headerOf = ({ headers }: FastifyRequest, name: string) => String(headers[name] ?? '')
const isId = (id: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)

/** Fails signedOut as an ordinary call of this person. */
async function senderOf(app: App, gate: Gate, request: FastifyRequest): Promise<CurrentUser> {
  const { user } = await gate.authenticate(app, headerOf(request, 'token'), { endpoint: file.begin, idle: headerOf(request, 'idle') })
  checkPermit(file.begin.permit, user)
  await gate.admit(app, file.begin, user)
  return user
}

async function receive(app: App, user: CurrentUser, request: Request, reply: FastifyReply) {
  const { id } = request.params
  const [offset, length] = [Number(headerOf(request, 'upload-offset') || Number.NaN), Number(headerOf(request, 'content-length'))]
  const open = isId(id) ? await findPieces(app, user, id) : undefined
  if (!open) return reply.code(404).send()
  if (!Number.isSafeInteger(offset) || offset < 0) return reply.code(400).send()
  if (open.received !== offset) return reply.code(409).send()
  const most = Math.min(MOST_PIECE, open.size - offset)
  if (length > most) return reply.code(413).send()
  const piece = await receivePiece(app, request.body as Readable, most)
  try {
    if (piece.isTooLong) return await reply.code(413).send()
    const received = await addPiece(app, user, { id, offset }, piece)
    return await (received === undefined ? reply.code(409) : reply.code(204).header('upload-offset', String(received))).send()
  } finally {
    await piece.discard()
  }
}

/** `/api/common/file/pieces/{id}`: another person's upload is unknown (404), a wrong offset is refused (409). */
export const piecesPage = (gate: Gate) => (http: FastifyInstance, app: App) => {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(PIECE, (_request, payload, done) => done(null, payload))
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('tus-resumable', VERSION)
      if (headerOf(request, 'tus-resumable') !== VERSION) return reply.code(412).header('tus-version', VERSION).send()
      return undefined
    })
    const url = `${PIECES_PATH}:id`
    scope.head<Route>(url, async (request, reply) => {
      const user = await senderOf(app, gate, request)
      const open = isId(request.params.id) ? await findPieces(app, user, request.params.id) : undefined
      if (!open) return reply.code(404).send()
      return reply.headers({ 'upload-offset': String(open.received), 'upload-length': String(open.size) }).send()
    })
    scope.patch<Route>(url, { bodyLimit: MOST_PIECE }, async (request, reply) =>
      receive(app, await senderOf(app, gate, request), request, reply),
    )
    scope.delete<Route>(url, async (request, reply) => {
      const user = await senderOf(app, gate, request)
      return reply.code(isId(request.params.id) && (await dropPieces(app, user, request.params.id)) ? 204 : 404).send()
    })
  })
}
