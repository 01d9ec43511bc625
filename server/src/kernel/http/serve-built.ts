// Answers requests for files of the built web application before the hooks of the API run.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BuiltFile, BuiltFiles, type Coding, type Form } from './built-files.ts'
import { isKnown, spanOf, takes } from './conditions.rules.ts'
import { siteHeaders, TLS_ONLY } from './http.ts'

const START = '/index.html'
const CACHED = 'public, max-age=31536000, immutable'

type Guarded = Parameters<typeof siteHeaders>[0]
/** Answers with the start page, at whatever address it was asked for. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Lets the start page, and nothing else, run the scripts that stand in it: adds their hashes to the policy. */
export function allowingInline(policy: string, html: string): string {
  const hashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return hashes.length === 0 ? policy : policy.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' '))
}

/** The best form for the caller. A range is one of the plain file, so that a client can join parts. */
async function formFor(file: BuiltFile, headers: FastifyRequest['headers']): Promise<{ coding: Coding; form: Form } | undefined> {
  const accepted = headers['accept-encoding']
  const wanted: Coding[] = headers.range === undefined ? (['br', 'gzip'] as const).filter((one) => takes(accepted, one)) : []
  for (const coding of [...wanted, 'identity' as const]) {
    const form = await file.form(coding)
    if (form) return { coding, form }
  }
  return undefined
}

/** Writes the answer; the status follows the conditions and ranges of the request. False when the file has gone meanwhile. */
async function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile, guards: Record<string, string>): Promise<boolean> {
  const found = await formFor(file, request.headers)
  if (!found) return false
  const { coding, form } = found
  const { bytes, etag } = form
  const version = { etag, modified: file.modified, size: bytes.length }
  const headers: Record<string, string | number> = {
    ...(reply.getHeaders() as Record<string, string>),
    ...guards,
    'cache-control': file.isHashed ? CACHED : 'no-cache',
    etag,
    // the name of a hashed file says its version
    // each byte of a script's headers counts in its page's weight; parts of one are sent all the same
    ...(file.isHashed ? {} : { 'last-modified': file.modified, 'accept-ranges': 'bytes' }),
    vary: 'Accept-Encoding',
  }
  if (request.protocol === 'https') Object.assign(headers, TLS_ONLY)
  // the answer is written here: nothing that looks at answers of the API sees it
  reply.hijack()
  const { raw } = reply
  if (isKnown(request.headers, version)) {
    raw.writeHead(304, headers).end()
    return true
  }
  const span = spanOf(request.headers, version)
  if (span === 'outside') {
    raw.writeHead(416, { ...headers, 'content-range': `bytes */${bytes.length}`, 'content-length': 0 }).end()
    return true
  }
  const part = span ? bytes.subarray(span.from, span.to + 1) : bytes
  headers['content-type'] = file.type
  headers['content-length'] = part.length
  if (coding !== 'identity') headers['content-encoding'] = coding
  if (span) headers['content-range'] = `bytes ${span.from}-${span.to}/${bytes.length}`
  raw.writeHead(span ? 206 : 200, headers)
  raw.end(request.method === 'HEAD' ? undefined : part)
  return true
}

/**
 * Serves the files of `webRoot` to GET and HEAD. To be called before the hooks that belong to calls of the API, which these requests do not pass.
 * @returns undefined without a build
 */
export function serveBuilt(http: FastifyInstance, app: Guarded, webRoot: string | undefined): SendPage | undefined {
  if (webRoot === undefined || !existsSync(join(webRoot, START))) return undefined
  const files = new BuiltFiles(webRoot)
  const guardsOf = siteHeaders(app)
  let start: { file: BuiltFile; guards: Record<string, string>; own: Record<string, string> } | undefined

  async function guardsOfStart(file: BuiltFile) {
    const guards = guardsOf(START)
    if (start?.file !== file || start.guards !== guards) {
      const html = (await file.form('identity'))?.bytes.toString() ?? ''
      const policy = allowingInline(guards['content-security-policy'] ?? '', html)
      start = { file, guards, own: { ...guards, 'content-security-policy': policy } }
    }
    return start.own
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const file = await files.find(path)
    return file !== undefined && send(request, reply, file, path === START ? await guardsOfStart(file) : guardsOf(path))
  }

  /** Answers; calls `next` when the path is no file. */
  async function answerOr(request: FastifyRequest, reply: FastifyReply, path: string, next: (error?: Error) => void) {
    let sent = false
    try {
      sent = await answer(request, reply, path)
    } catch (error) {
      return next(error as Error)
    }
    if (!sent) next()
  }
  http.addHook('onRequest', (request, reply, done) => {
    const { method, url } = request
    if (method !== 'GET' && method !== 'HEAD') return done()
    const query = url.indexOf('?')
    const path = query === -1 ? url : url.slice(0, query)
    if (!files.covers(path)) return done()
    void answerOr(request, reply, path, done)
  })
  return async (request, reply) => {
    if (!(await answer(request, reply, START))) throw new Error('the build has no start page')
  }
}
