// `GET /api/course/scorm/play/{ticket}/…`: the files of a package, for the frame of one opening.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { App } from '../../../kernel/ctx.ts'
import { isContentHost } from '../../../kernel/http/content-host.ts'
import {
  framePolicy,
  guestScripts,
  isInside,
  isPage,
  ownScripts,
  PLAYER,
  playerPage,
  RUNTIME,
  runtimeFile,
  typeOfFile,
  withScripts,
} from './frame.rules.ts'
import { findStart } from './frame-start.service.ts'
import { PLAY } from './open.service.ts'
import { packageFolder } from './package.service.ts'
import { readTicket, type Ticket } from './ticket.service.ts'

type Asked = { Params: { ticket: string; '*': string }; Querystring: { page?: string | string[] } }
const MOST_PAGE = 20 * 1024 * 1024
const { resolve } = createRequire(import.meta.url)
const runtimeFolder = () => dirname(resolve('scorm-again/scorm12/min'))

/** Pages of no origin ask for fonts, modules and data as strangers do: these files are open to every holder of the ticket. */
const headers = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
}
const cached = { 'cache-control': 'private, max-age=3600' }

/** Answers with a file; 404 for a ticket that does not work, and for all that is not in the package. */
export function packageFiles(http: FastifyInstance, app: App) {
  http.get<Asked>(`${PLAY}/:ticket/*`, async (request, reply) => {
    const { ticket: text, '*': path } = request.params
    // a package with an origin could put a script between its pages and the server
    const isWorker = request.headers['service-worker'] !== undefined
    const ticket = isInside(path) && !isWorker ? await readTicket(app, text) : undefined
    // on the site's own host its pages would be pages of the site
    if (!ticket || ticket.isApart !== isContentHost(app.config, request)) return reply.callNotFound()
    const { site, isApart } = ticket
    const own = isApart ? `${site.slice(0, site.indexOf(':'))}://${app.config.contentHost}` : site
    reply.headers({ ...headers, 'content-security-policy': framePolicy(own, isApart ? site : undefined) })
    if (path === `${RUNTIME}/${PLAYER}` && isApart) return sendPlayer(app, reply, { ticket, text }, String(request.query.page ?? ''))
    if (path.startsWith(`${RUNTIME}/`)) return sendRuntime(reply, path.slice(RUNTIME.length + 1))
    const file = join(packageFolder(app, ticket.folder), path)
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) return reply.callNotFound()
    if (isPage(path) && found.size <= MOST_PAGE) return sendPage(app, reply, file, { ticket, text })
    return sendPart(request, reply, { file, size: found.size, type: typeOfFile(path) })
  })
}

type Opening = { ticket: Ticket; text: string }
const addressOf = (text: string) => `${PLAY}/${text}/`
const runtimeOf = ({ ticket, text }: Opening) => `${addressOf(text)}${RUNTIME}/${runtimeFile[ticket.version]}`

async function sendRuntime(reply: FastifyReply, name: string) {
  if (!Object.values(runtimeFile).includes(name)) return reply.callNotFound()
  return reply.headers({ ...cached, 'content-type': 'text/javascript' }).send(await readFile(join(runtimeFolder(), name)))
}

/** The values that an opening begins with. */
async function startOf(app: App, { ticket, text }: Opening) {
  const start = await findStart(app, ticket)
  // milliseconds, because an earlier page of this opening counts on from its own
  const from = Math.max(start?.seq ?? 0, app.clock().getTime() - ticket.issued.getTime())
  return start && { ...start, from, commit: `/api/course/scorm/commit?k=${text}`, site: ticket.site }
}

async function sendPlayer(app: App, reply: FastifyReply, opening: Opening, page: string) {
  const start = await startOf(app, opening)
  if (!start) return reply.callNotFound()
  const content = playerPage(runtimeOf(opening), start, addressOf(opening.text) + page)
  return reply.headers({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' }).send(content)
}

async function sendPage(app: App, reply: FastifyReply, file: string, opening: Opening) {
  const start = opening.ticket.isApart ? undefined : await startOf(app, opening)
  if (!start && !opening.ticket.isApart) return reply.callNotFound()
  const { body, type } = withScripts(
    await readFile(file),
    start ? ownScripts(runtimeOf(opening), start) : guestScripts(opening.ticket.version),
  )
  return reply.headers({ 'cache-control': 'no-store', 'content-type': type }).send(body)
}

/** Browsers play sound and video by ranges. */
function sendPart(
  { headers: asked }: FastifyRequest<Asked>,
  reply: FastifyReply,
  { file, size, type }: { file: string; size: number; type: string },
) {
  reply.headers({ ...cached, 'accept-ranges': 'bytes', 'content-type': type })
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(asked.range ?? '') ?? []
  if (first === '' && last === '') return reply.header('content-length', size).send(createReadStream(file))
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  if (start > end) return reply.code(416).header('content-range', `bytes */${size}`).send()
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 })
    .send(createReadStream(file, { start, end }))
}
