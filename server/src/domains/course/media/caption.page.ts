// `GET /api/course/caption/{caption}/{end}/{person}/{signature}`: the text of a `<track>`, which sends no token.
import type { FastifyInstance } from 'fastify'
import type { App } from '../../../kernel/ctx.ts'
import { type CaptionRequest, findCaption } from './caption-address.service.ts'

/** Answers with WebVTT; 404 for an address that ended, was changed, or whose person is not signed in. */
export function captionPage(http: FastifyInstance, app: App) {
  http.get<{ Params: CaptionRequest }>('/api/course/caption/:id/:e/:u/:s', async (request, reply) => {
    const text = await findCaption(app, request.params)
    if (text === undefined) return reply.callNotFound()
    return reply.header('cache-control', 'private, no-store').type('text/vtt; charset=utf-8').send(text)
  })
}
