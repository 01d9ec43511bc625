// Serves the API reference, on which developers read and try the API.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { fastify, type FastifyInstance } from 'fastify'
import { describeApi } from './http/openapi.ts'

const PREFIX = '/docs/api'
// The viewer uses an inline script and evaluates templates; it may access only this server.
const policy =
  "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self'"

/** Serves /docs/api and /openapi.json. */
export function serveReference(http: FastifyInstance, endpoints: Endpoint[]) {
  http.get('/openapi.json', async () => describeApi(endpoints))
  // loaded on first use, because the viewer takes 20 MB and few servers need it
  let opened: Promise<FastifyInstance> | undefined
  http.addHook('onClose', async () => (await opened)?.close())
  const show = async (url: string) => {
    opened ??= openViewer()
    try {
      return await (await opened).inject({ method: 'GET', url })
    } catch (error) {
      opened = undefined
      throw error
    }
  }
  for (const path of [PREFIX, `${PREFIX}/*`])
    http.get(path, async ({ url }, reply) => {
      const { statusCode, headers, rawPayload } = await show(url)
      return reply
        .code(statusCode)
        .headers({ ...headers, 'content-security-policy': policy })
        .send(rawPayload)
    })
}

/** A separate server without a port, because routes cannot be added to a running server. */
async function openViewer(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const viewer = fastify()
  await viewer.register(reference, {
    routePrefix: PREFIX,
    configuration: { url: '/openapi.json', withDefaultFonts: false, hideClientButton: true, telemetry: false, title: '书院 API' },
  })
  return viewer
}
