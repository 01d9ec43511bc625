// `POST /api/live/cast/{room}/{end}/{person}/{signature}/{part}`: an address of its own form, because the body is what a recorder wrote.
import { CAST_BYTES, castTypes, type CastType } from '@shuyuan/contract/live/cast.ts'
import { isId } from '@shuyuan/contract/kernel/field.ts'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../../kernel/ctx.ts'
import type { Codec } from '../replay/cast-run.service.ts'
import { takeBytes } from './cast.service.ts'

type Address = {
  Params: { id: string; e: string; u: string; s: string; part: string }
  Querystring: { offset?: string; type?: string }
}

const codecs: Record<CastType, Codec> = {
  'webm-h264': { demuxer: 'matroska', copies: true },
  'mp4-h264': { demuxer: 'mov', copies: true },
  'mp4-aac': { demuxer: 'mov', copies: true },
  webm: { demuxer: 'matroska', copies: false },
  sound: { demuxer: 'matroska', copies: false },
  'sound-mp4': { demuxer: 'mov', copies: false },
}
const isNumber = (text: string, digits: number) => /^\d+$/.test(text) && text.length <= digits
const PART_DIGITS = 5
const OFFSET_DIGITS = 12

/** Answers with {size, go}; 404 for an address that was never given, 400 for parameters of another form. */
export function castPage(http: FastifyInstance, app: App) {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer', bodyLimit: CAST_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<Address>('/api/live/cast/:id/:e/:u/:s/:part', { bodyLimit: CAST_BYTES }, async (request, reply) => {
      const { id, part, ...signature } = request.params
      const { offset = '', type = '' } = request.query
      const codec = Object.hasOwn(castTypes, type) ? codecs[type as CastType] : undefined
      if (!isId(id) || !isNumber(part, PART_DIGITS) || !isNumber(offset, OFFSET_DIGITS) || !codec || !Buffer.isBuffer(request.body))
        return reply.code(400).send({ size: 0, go: 'over' })
      const taken = await takeBytes(app, { id, ...signature, part: Number(part), offset: Number(offset), codec, bytes: request.body })
      return taken ?? reply.callNotFound()
    })
  })
}
