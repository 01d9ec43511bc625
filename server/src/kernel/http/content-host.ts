// The second host name of a site: it serves foreign pages, and nothing of the site.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { unknownPathAnswer } from './http.ts'

type Host = Pick<Config, 'contentHost'>
const nameOf = (host: string) => host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase()

/** Whether a request came to the second host name. */
export const isContentHost = ({ contentHost }: Host, { hostname }: Pick<FastifyRequest, 'hostname'>): boolean =>
  contentHost !== undefined && nameOf(hostname) === nameOf(contentHost)

/**
 * Answers 404 to every other path on the second host name.
 * @param paths of the pages that it serves; one that ends with a slash stands for all below
 */
export function closeContentHost(http: FastifyInstance, config: Host, paths: readonly string[]): void {
  if (config.contentHost === undefined) return
  http.addHook('onRequest', async (request, reply) => {
    if (!isContentHost(config, request)) return
    const path = request.url.split('?', 1)[0] ?? ''
    if (!paths.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one)))
      return reply.code(404).send(unknownPathAnswer(request))
  })
}
