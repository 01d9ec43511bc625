// `GET /api/live/play/{room}/{end}/{person}/{signature}/index.m3u8`: an address of its own form, because players choose by its ending.
import type { FastifyInstance } from 'fastify'
import type { App } from '../../../kernel/ctx.ts'
import { findLivePlaylist, type LivePlay } from './play.service.ts'

/** Answers with the last minute of the broadcast; 204 before there is anything to play, 404 for an address that does not work. */
export function livePlayPage(http: FastifyInstance, app: App) {
  http.get<{ Params: LivePlay }>('/api/live/play/:id/:e/:u/:s/index.m3u8', async (request, reply) => {
    const playlist = await findLivePlaylist(app, request.params)
    if (playlist === undefined) return reply.callNotFound()
    reply.header('cache-control', 'no-store')
    return playlist === '' ? reply.code(204).send() : reply.type('application/vnd.apple.mpegurl').send(playlist)
  })
}
