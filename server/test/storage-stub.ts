// Local stub of the storage providers: checks signatures as documented, stores files, issues temporary keys, and fails on request.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { signCos } from '../src/providers/sign-cos.ts'
import { presignOss, signOss } from '../src/providers/sign-oss.ts'
import { signTc3 } from '../src/providers/sign-tc3.ts'
import { type StubAnswer, StubParts } from './storage-stub-parts.ts'
import { prefixIn, textIn } from './storage-stub-read.ts'
import { acs3Of, sayNo, send, urlSafe } from './storage-stub-reply.ts'
import { StubS3 } from './storage-stub-s3.ts'
import { StubPictures } from './storage-stub-picture.ts'

export const account = { id: 'test-key-id', secret: 'test-key-secret', bucket: 'school-1250000000' }
export type Trouble = 'none' | 'refuse' | 'garbage' | 'hang' | 'break'
type StoredObject = { bytes: Buffer; type: string; isPrivate?: boolean }
type Keys = { secret: string; token?: string; prefix: string }

const hmac = (text: string) => urlSafe(createHmac('sha1', account.secret).update(text).digest())

/** A stub of all four providers, distinguished by their signature schemes. */
export class StorageStub {
  trouble: Trouble = 'none'
  readonly asked: string[] = []
  readonly policies: unknown[] = []
  readonly objects = new Map<string, StoredObject>()
  readonly s3 = new StubS3(account)
  readonly pictures = new StubPictures(account)
  readonly parts = new StubParts((key, bytes, type) => void this.objects.set(key, { bytes, type }))
  #keys = new Map<string, Keys>([[account.id, { secret: account.secret, prefix: '' }]])
  #server = createServer((request, reply) => {
    void this.#answer(request, reply).catch((error: unknown) => reply.writeHead(500).end(String(error)))
  })

  get url() {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`
  }

  async open() {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async close() {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #issue(prefix: string) {
    const id = `tmp-${randomBytes(4).toString('hex')}`
    this.#keys.set(id, { secret: `${id}-secret`, token: `${id}-token`, prefix })
    return { id, secret: `${id}-secret`, token: `${id}-token` }
  }

  async #answer(request: IncomingMessage, reply: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const path = decodeURIComponent((request.url ?? '').split('?', 1)[0] ?? '')
    if (request.method === 'OPTIONS') return this.s3.allowsCross ? send(reply, 204) : void reply.writeHead(403).end()
    this.asked.push(`${request.method} ${path}`)
    if (this.trouble === 'hang') return undefined
    if (this.trouble === 'garbage') return send(reply, 200, 'not what you think', { 'content-type': 'text/plain' })
    if (this.trouble === 'break') return void request.socket.destroy()
    const { headers } = request
    if (headers['x-acs-action'] === 'AssumeRole') return this.#assumeRole(request, reply)
    if (headers['x-tc-action'] === 'GetFederationToken') return this.#federationToken(request, reply, body)
    if (headers['content-type']?.startsWith('multipart/')) return this.#formUpload(request, reply, body)
    if (path.startsWith('/buckets/')) return this.#pieces(request, reply, path, body)
    if (path.startsWith('/delete/')) return this.#manage(request, reply, path)
    if (path.startsWith('/public/')) {
      if (request.url?.includes('?vframe/')) return this.#picture(reply, path.slice('/public/'.length), this.url + request.url)
      const key = path.slice('/public/'.length)
      return this.objects.get(key)?.isPrivate ? sayNo(reply, 'AccessDenied') : this.#give(request, reply, key)
    }
    return this.#object(request, reply, path, body)
  }

  #picture = (reply: ServerResponse, key: string, signed?: string) =>
    this.#say(reply, this.pictures.take(this.objects.has(key) ? key : '', signed))

  #assumeRole({ headers, url = '', method }: IncomingMessage, reply: ServerResponse) {
    const asked = new URL(url, this.url)
    const expected = acs3Of(account, { url: asked, method, headers })
    const refusal = { RequestId: '1', Code: 'NoPermission', Message: 'You are not authorized to do this action.' }
    if (this.trouble === 'refuse') return send(reply, 403, JSON.stringify(refusal))
    if (headers.authorization !== expected.authorization) return send(reply, 400, JSON.stringify({ Code: 'SignatureDoesNotMatch' }))
    const policy = JSON.parse(asked.searchParams.get('Policy') ?? '{}') as { Statement: { Resource: unknown }[] }
    this.policies.push({ ...policy, arn: asked.searchParams.get('RoleArn'), seconds: asked.searchParams.get('DurationSeconds') })
    const { id, secret, token } = this.#issue(prefixIn(policy.Statement[0]?.Resource))
    const Expiration = new Date(Date.now() + 900_000).toISOString().replace(/\.\d+/, '')
    return send(reply, 200, JSON.stringify({ Credentials: { AccessKeyId: id, AccessKeySecret: secret, SecurityToken: token, Expiration } }))
  }

  #federationToken({ headers }: IncomingMessage, reply: ServerResponse, body: Buffer) {
    const signed = { 'content-type': String(headers['content-type']), host: String(headers.host), 'x-tc-action': 'GetFederationToken' }
    const timestamp = Number(headers['x-tc-timestamp'])
    const given = { service: 'sts', body: body.toString(), secretId: account.id, secretKey: account.secret, headers: signed, timestamp }
    const no = (Code: string) => send(reply, 200, JSON.stringify({ Response: { Error: { Code, Message: 'no' }, RequestId: '1' } }))
    if (this.trouble === 'refuse') return no('UnauthorizedOperation')
    if (headers.authorization !== signTc3(given)) return no('AuthFailure.SignatureFailure')
    const asked = JSON.parse(body.toString()) as { Policy: string; DurationSeconds: number }
    const policy = JSON.parse(decodeURIComponent(asked.Policy)) as { statement: { resource: unknown }[] }
    this.policies.push(policy)
    const { id, secret, token } = this.#issue(prefixIn(policy.statement[0]?.resource))
    const Credentials = { TmpSecretId: id, TmpSecretKey: secret, Token: token }
    const ExpiredTime = Math.floor(Date.now() / 1_000) + asked.DurationSeconds
    return send(reply, 200, JSON.stringify({ Response: { Credentials, ExpiredTime, RequestId: '1' } }))
  }

  /** PUT, GET and DELETE of `/bucket/key`, signed as OSS, as COS or as S3. */
  async #object(request: IncomingMessage, reply: ServerResponse, path: string, body: Buffer) {
    const [, bucket = '', ...rest] = path.split('/')
    const key = rest.join('/')
    if (this.trouble === 'refuse') return sayNo(reply, 'AccessDenied')
    const asked = new URL(request.url ?? '', this.url).searchParams
    if (this.s3.isAsked(request, asked)) {
      const refusal = await this.s3.whyNot(request, bucket, asked)
      return refusal ? this.#say(reply, refusal) : this.#act(request, reply, key, asked, body)
    }
    if (this.s3.isOpen && request.method === 'GET') return this.#give(request, reply, key)
    if (bucket !== account.bucket) return send(reply, 404, '<Error><Code>NoSuchBucket</Code></Error>')
    const query = asked
    if (query.has('x-oss-signature')) {
      if (!this.#isPresigned(request, key, query)) return sayNo(reply, 'AccessDenied')
      if (this.pictures.isAsked(query)) return this.#picture(reply, key)
      return this.#act(request, reply, key, query, body)
    }
    const signature = query.has('q-signature')
      ? (request.url ?? '').replace(/^.*(?=q-sign-algorithm)/, '')
      : String(request.headers.authorization)
    const fits = signature.startsWith('OSS4-') ? this.#isOss(request, key, signature) : this.#isCos(request, path, signature)
    if (!fits) return sayNo(reply, 'SignatureDoesNotMatch')
    if (!key.startsWith(fits.prefix)) return sayNo(reply, 'AccessDenied')
    if (this.pictures.isAsked(query)) return this.#picture(reply, key)
    return this.#act(request, reply, key, query, body)
  }

  /** What a request asks for whose signature was checked. */
  #act(request: IncomingMessage, reply: ServerResponse, key: string, query: URLSearchParams, body: Buffer) {
    if (query.has('uploads') || query.has('uploadId')) return this.#piece(request, reply, key, query, body)
    if (query.has('acl')) {
      const isPrivate = [request.headers['x-oss-object-acl'], request.headers['x-cos-acl']].includes('private')
      this.objects.set(key, { ...this.objects.get(key)!, isPrivate })
    } else if (request.method === 'PUT') this.objects.set(key, { bytes: body, type: String(request.headers['content-type']) })
    else if (request.method === 'DELETE') this.objects.delete(key)
    else return this.#give(request, reply, key)
    return send(reply, request.method === 'PUT' ? 200 : 204)
  }

  #piece(request: IncomingMessage, reply: ServerResponse, key: string, query: URLSearchParams, body: Buffer) {
    if (this.#isInTrouble(request, reply)) return undefined
    return this.#say(reply, this.parts.xml(request.method ?? '', key, query, String(request.headers['content-type']), body))
  }

  #say = (reply: ServerResponse, { status, body, headers }: StubAnswer) => send(reply, status, body, headers)

  #isInTrouble({ method, socket }: IncomingMessage, reply: ServerResponse): boolean {
    const status = method === 'PUT' ? this.parts.troubles.shift() : undefined
    if (status === 0) socket.destroy()
    else if (status !== undefined) send(reply, status)
    return status !== undefined
  }

  #pieces(request: IncomingMessage, reply: ServerResponse, path: string, body: Buffer) {
    const no = (status: number, error: string) => send(reply, status, JSON.stringify({ error }))
    if (this.trouble === 'refuse') return no(401, 'bad token')
    const [, , bucket, , encoded = '', , ...rest] = path.split('/')
    const key = Buffer.from(encoded, 'base64url').toString()
    const [id, sign, policy = ''] = String(request.headers.authorization).replace('UpToken ', '').split(':')
    if (id !== account.id || sign !== hmac(policy)) return no(401, 'bad token')
    const { scope, deadline } = JSON.parse(Buffer.from(policy, 'base64url').toString()) as { scope: string; deadline: number }
    if (request.method === 'PUT' && deadline * 1_000 < Date.now()) return no(401, 'expired token')
    if (bucket !== account.bucket || scope !== `${bucket}:${key}`) return no(403, `key doesn't match with scope`)
    if (this.#isInTrouble(request, reply)) return undefined
    return this.#say(reply, this.parts.json(request.method ?? '', key, rest, body))
  }

  #isPresigned({ method = '', headers }: IncomingMessage, key: string, query: URLSearchParams): boolean {
    const text = (name: string) => query.get(name) ?? ''
    const [id = '', , region = ''] = text('x-oss-credential').split('/')
    const at = new Date(text('x-oss-date').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    const seconds = Number(text('x-oss-expires'))
    // what the browser sends besides belongs to the signature
    const type: Record<string, string> = headers['content-type'] === undefined ? {} : { 'content-type': headers['content-type'] }
    const given = Object.fromEntries([...query].filter(([name]) => !name.startsWith('x-oss-') || name === 'x-oss-process'))
    const request = { method, bucket: account.bucket, key, region, headers: type, query: given }
    const wanted = presignOss({ accessKeyId: id, accessKeySecret: this.#keys.get(id)?.secret ?? '' }, request, at, seconds)
    return wanted.endsWith(`x-oss-signature=${text('x-oss-signature')}`) && at.getTime() + seconds * 1_000 > Date.now()
  }

  #isOss({ method = '', headers, url = '' }: IncomingMessage, key: string, signature: string): Keys | undefined {
    const [, id = '', region = ''] = /Credential=([^/]+)\/\d+\/([^/]+)\//.exec(signature) ?? []
    const keys = this.#keys.get(id)
    if (!keys || headers['x-oss-security-token'] !== keys.token) return undefined
    const at = String(headers['x-oss-date']).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
    const given = Object.entries({ 'content-type': headers['content-type'], 'x-oss-object-acl': headers['x-oss-object-acl'] })
    const known = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Record<string, string>
    const signed = signOss(
      { accessKeyId: id, accessKeySecret: keys.secret, ...(keys.token === undefined ? {} : { securityToken: keys.token }) },
      { method, bucket: account.bucket, key, region, headers: known, query: Object.fromEntries(new URL(url, this.url).searchParams) },
      new Date(at),
    )
    return signed.authorization === signature ? keys : undefined
  }

  #isCos({ method = '', headers, url = '' }: IncomingMessage, path: string, signature: string): Keys | undefined {
    const part = Object.fromEntries(signature.split('&').map((one) => one.split(/=(.*)/s) as [string, string]))
    const keys = this.#keys.get(part['q-ak'] ?? '')
    if (!keys || headers['x-cos-security-token'] !== keys.token) return undefined
    const names = (part['q-header-list'] ?? '').split(';')
    if (!names.includes('host')) return undefined
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
    const [start = 0, end = 0] = (part['q-sign-time'] ?? '').split(';').map(Number)
    const inUrl = [...new URL(url, this.url).searchParams].filter(([name]) => !name.startsWith('q-'))
    const isByAddress = inUrl.length === 2 || url.includes('q-signature')
    if (method === 'PUT' && isByAddress && end * 1_000 < Date.now()) return undefined
    const query = Object.fromEntries(inUrl)
    const expected = signCos({ secretId: part['q-ak'] ?? '', secretKey: keys.secret }, { method, path, headers: signed, query }, [
      start,
      end,
    ])
    return expected === signature ? keys : undefined
  }

  async #formUpload(request: IncomingMessage, reply: ServerResponse, body: Buffer) {
    const no = (status: number, error: string) => send(reply, status, JSON.stringify({ error }))
    if (this.trouble === 'refuse') return no(401, 'bad token')
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': String(request.headers['content-type']) },
    }).formData()
    const [id, sign, encoded = ''] = textIn(form, 'token').split(':')
    if (id !== account.id || sign !== hmac(encoded)) return no(401, 'bad token')
    const policy = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as {
      scope: string
      isPrefixalScope?: number
      fsizeLimit?: number
      fsizeMin?: number
      deadline?: number
    }
    this.policies.push(policy)
    const [bucket, scope = ''] = policy.scope.split(/:(.*)/s)
    const key = textIn(form, 'key')
    const fits = policy.isPrefixalScope === 1 ? key.startsWith(scope) : key === scope
    if (bucket !== account.bucket || !fits) return no(403, `key doesn't match with scope`)
    const file = form.get('file') as File
    if (policy.deadline !== undefined && policy.deadline * 1_000 < Date.now()) return no(401, 'expired token')
    if (policy.fsizeLimit !== undefined && file.size > policy.fsizeLimit) return no(413, 'exceed FsizeLimit')
    if (policy.fsizeMin !== undefined && file.size < policy.fsizeMin) return no(403, 'less than FsizeMin')
    const bytes = Buffer.from(await file.arrayBuffer())
    this.objects.set(key, { bytes, type: file.type })
    return send(reply, 200, JSON.stringify({ key, hash: createHash('sha1').update(bytes).digest('hex') }))
  }

  #manage({ headers }: IncomingMessage, reply: ServerResponse, path: string) {
    if (headers.authorization !== `QBox ${account.id}:${hmac(`${path}\n`)}`) return send(reply, 401, '{"error":"bad token"}')
    const entry = Buffer.from(path.slice('/delete/'.length), 'base64url').toString()
    const deleted = this.objects.delete(entry.slice(account.bucket.length + 1))
    return send(reply, deleted ? 200 : 612, '{}')
  }

  #give({ headers }: IncomingMessage, reply: ServerResponse, key: string) {
    const found = this.objects.get(key)
    if (!found) return send(reply, 404, '<Error><Code>NoSuchKey</Code></Error>')
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(String(headers.range)) ?? []
    const { bytes, type } = found
    if (headers.range === undefined) return send(reply, 200, bytes, { 'content-type': type })
    const last = Math.min(Number(to || bytes.length - 1), bytes.length - 1)
    const range = { 'content-type': type, 'content-range': `bytes ${from}-${last}/${bytes.length}` }
    return send(reply, 206, bytes.subarray(Number(from), last + 1), range)
  }
}

export async function openStorageStub(): Promise<StorageStub> {
  const cloud = new StorageStub()
  await cloud.open()
  return cloud
}
