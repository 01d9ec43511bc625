// `GET /api/course/file/play/{file}/{end}/{person}/{signature}/index.m3u8`: an address of its own form, because players choose by its ending.
import type { FastifyInstance } from 'fastify'
import type { App } from '../../../kernel/ctx.ts'
import { findPlaylist, type PlayRequest } from './media-address.service.ts'

/** Answers with the playlist; 404 for an address that ended, was changed, or whose person is not signed in. */
export function playlistPage(http: FastifyInstance, app: App) {
  http.get<{ Params: PlayRequest }>('/api/course/file/play/:id/:e/:u/:s/index.m3u8', async (request, reply) => {
    const playlist = await findPlaylist(app, request.params)
    if (playlist === undefined) return reply.callNotFound()
    return reply.header('cache-control', 'no-store').type('application/vnd.apple.mpegurl').send(playlist)
  })
}
