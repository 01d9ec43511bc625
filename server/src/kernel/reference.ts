// The page on which people read and try the API.
import reference from '@scalar/fastify-api-reference'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './openapi.ts'

const PREFIX = '/docs/api'
// The viewer starts from an inline script and evaluates templates; it may reach nothing but this server.
const policy =
  "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self'"

/** Serves /docs/api and /openapi.json. */
export async function serveReference(http: FastifyInstance, endpoints: Endpoint[]) {
  const description = describeApi(endpoints)
  http.get('/openapi.json', async () => description)
  await http.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', policy)
    })
    await scope.register(reference, {
      routePrefix: PREFIX,
      configuration: { content: description, withDefaultFonts: false, hideClientButton: true, telemetry: false, title: '书院 API' },
    })
  })
}
