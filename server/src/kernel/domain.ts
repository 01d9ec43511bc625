// What a domain registers when a server is built: its `x.start.ts` exports one `Domain`, which server/src/domains.ts lists.
import type { FastifyInstance } from 'fastify'
import type { App } from './ctx.ts'
import type { Gate } from './endpoint.ts'
import type { Job } from './jobs.ts'
import type { SealedPlace } from './sealed/sealed-column.ts'

/** Registers addresses that are no JSON calls: sockets, files, pages with a URL of their own. */
export type Page = (http: FastifyInstance, app: App) => void

/** Registration of one domain, in the order of server/src/domains.ts. */
export type Start = {
  app: App
  gate: Gate
  /** queued and scheduled work */
  jobs: (...jobs: Job[]) => void
  pages: (...pages: Page[]) => void
  /** work that begins once the server is ready, in processes that run background work */
  background: (...tasks: ((app: App) => void)[]) => void
}

export type Domain = {
  /** values that are sealed in the database (docs/decisions/0043); read by `npm run seal` without a server */
  sealed?: readonly SealedPlace[]
  /** addresses that the second host name of a site serves (docs/decisions/0125) */
  contentPaths?: readonly string[]
  /** runs before the first call, after the sealed values are sealed */
  prepare?: (app: App) => Promise<void>
  /** events, slots, jobs, pages and background work */
  start?: (start: Start) => void
}
