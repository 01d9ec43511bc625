// `POST /api/paper/piece/{part}/{end}/{person}/{signature}`: an address of its own form, because the body is what a recorder wrote.
import { isId } from '@shuyuan/contract/kernel/field.ts'
import { PIECE_BYTES } from '@shuyuan/contract/paper/record/piece.ts'
import { spokenOf } from '@shuyuan/contract/paper/record/speech.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { App } from '../../../kernel/ctx.ts'
import { readOwn, release } from '../../../kernel/files/release.ts'
import { takePiece } from './piece.service.ts'

type Address = {
  Params: { id: string; e: string; u: string; s: string }
  Querystring: { offset?: string; end?: string; lost?: string; age?: string; dark?: string; speech?: string | string[] }
}
const OFFSET = /^\d{1,12}$/
/** Milliseconds since the recorder began; a page of an older version does not tell them. */
const AGE = /^\d{1,9}$/

/** Answers with {size, go}; 401 while the person is not signed in: the page keeps the bytes and sends them later. 404 for an address that was never given, 400 for parameters of another form. */
export function piecePage(http: FastifyInstance, app: App) {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // the page tells the age of its recorder before the first byte of the body, which may take seconds
    const asked = new WeakMap<object, Date>()
    scope.addHook('onRequest', (request, _reply, done) => {
      asked.set(request, app.clock())
      done()
    })
    scope.addContentTypeParser('application/octet-stream', async (request: FastifyRequest, body: IncomingMessage) => {
      const length = request.headers['content-length']
      const told = length === undefined ? undefined : Number(length)
      return readOwn(body, { length: told, most: PIECE_BYTES, isFromSocket: request.raw.socket instanceof Socket })
    })
    scope.post<Address>('/api/paper/piece/:id/:e/:u/:s', { bodyLimit: PIECE_BYTES }, async (request, reply) => {
      const { offset = '', end = '', lost = '', age = '', dark = '', speech = '' } = request.query
      // without a body a page says that the part has ended
      const bytes = request.body ?? Buffer.alloc(0)
      if (!isId(request.params.id) || !OFFSET.test(offset) || !Buffer.isBuffer(bytes)) return reply.code(400).send({ size: 0, go: 'over' })
      const said = AGE.test(age) ? new Date((asked.get(request) ?? app.clock()).getTime() - Number(age)) : undefined
      const told = {
        offset: Number(offset),
        isEnd: end === '1',
        isLost: lost === '1',
        isDark: dark === '1',
        said,
        spoken: spokenOf(speech.toString()),
      }
      const taken = await takePiece(app, { ...request.params, ...told, bytes }).finally(() => release(bytes))
      if (taken === 'away') return reply.code(401).send({ size: 0, go: 'on' })
      return taken ?? reply.callNotFound()
    })
  })
}
