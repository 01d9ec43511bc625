// `GET /api/paper/evidence/media/{part}/{end}/{person}/{signature}`: ranges of a part, decrypted; each is noted as watched before it is sent.
import { isId } from '@shuyuan/contract/kernel/field.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { App } from '../../../kernel/ctx.ts'
import { isSigned } from '../../../kernel/files/signed-file.ts'
import { type Span, spanOf } from '../../../kernel/http/conditions.rules.ts'
import { mediaKey } from '../record/part-address.service.ts'
import { readPart } from '../record/record-file.service.ts'
import { unpackClusters } from '../record/cluster.format.ts'
import { isLiveLook, noteView } from './view.service.ts'

type Address = { Params: { id: string; e: string; u: string; s: string } }

/** A part, for the person to whom the address was given and who is signed in; undefined for others and for one whose key was destroyed. */
async function findPart(app: App, { id, e, u, s }: Address['Params']) {
  if (!isId(id) || u === '' || !isSigned(await app.storage.secret(), mediaKey(id), { e, u, s }, app.clock())) return undefined
  if (!(await app.storage.admits(u))) return undefined
  const row = await app.db
    .selectFrom('paperTrack as t')
    .innerJoin('paperRecord as r', 'r.paperId', 't.paperId')
    .where('t.id', '=', id)
    .select(['t.id', 't.paperId', 'r.examId', 'track', 'part', 'bytes', 'clusters', 'lengthMs', 'keySealed', 'initBytes', 'mime', 'place'])
    .select(['ended', 'lastTime', 'r.state'])
    .executeTakeFirst()
  return row && row.keySealed !== '' ? row : undefined
}
type Part = NonNullable<Awaited<ReturnType<typeof findPart>>>

/** The milliseconds that lie in a range of bytes: from the last cluster before it to the first one behind it. Undefined for the head of the file only. */
function timesOf({ clusters, lengthMs, initBytes }: Part, { from, to }: Span) {
  if (to < initBytes) return undefined
  const all = unpackClusters(clusters)
  const fromMs = all.findLast((one) => one.at <= from)?.time ?? 0
  const toMs = all.find((one) => one.at > to)?.time ?? lengthMs
  return { fromMs, toMs: Math.max(fromMs, toMs) }
}

async function note(app: App, part: Part, userId: string, span: Span, request: FastifyRequest) {
  const times = timesOf(part, span)
  if (!times) return
  const { paperId, track, part: no } = part
  const now = app.clock()
  const view = { paperId, track, part: no, userId, seen: false, live: isLiveLook(part, times.toMs, now), ...times, ip: request.ip }
  await app.db.transaction().execute((db) => noteView(db, view, now))
}

/** 206 for a range, 200 for a whole part, 416 outside of it, 404 for an address that does not work. */
export function evidenceMediaPage(http: FastifyInstance, app: App) {
  http.get<Address>('/api/paper/evidence/media/:id/:e/:u/:s', async (request, reply) => {
    const part = await findPart(app, request.params)
    if (!part) return reply.callNotFound()
    const size = Number(part.bytes)
    const span = spanOf(request.headers, { size, etag: '', modified: '' })
    if (span === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send()
    const { from, to } = span ?? { from: 0, to: size - 1 }
    await note(app, part, request.params.u, { from, to }, request)
    if (span) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
    return reply
      .headers({ 'cache-control': 'no-store', 'content-length': to - from + 1, 'accept-ranges': 'bytes' })
      .type(part.mime.split(';', 1)[0]!)
      .send(Readable.from(readPart(app, part, from, to + 1)))
  })
}
