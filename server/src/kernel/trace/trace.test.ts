import { user } from '@shuyuan/contract/account/user.ts'
import { sql } from 'kysely'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startApp } from '../../../test/start-app.ts'
import { readConfig } from '../config.ts'
import { openTracing } from './trace.ts'
import { nameOf, withoutValues } from './statement-text.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: Attribute[]; status: { code?: number } }
type Body = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] }

/** A collector: takes OTLP over HTTP as JSON. */
async function collector() {
  const bodies: string[] = []
  const paths: string[] = []
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      paths.push(request.url ?? '')
      bodies.push(Buffer.concat(parts).toString())
      reply.setHeader('content-type', 'application/json').end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const resources = () => bodies.flatMap((body) => (JSON.parse(body) as Body).resourceSpans)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    text: () => bodies.join('\n'),
    resources,
    spans: () => resources().flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans)),
    close: () => server.close(),
  }
}

const valueOf = (attributes: Attribute[], name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

const stand = await collector()
afterAll(() => stand.close())

describe('with an endpoint', () => {
  test('a call is a span with its statements below it, without values and names', async () => {
    const app = await startApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${stand.url}/`, OTEL_SERVICE_NAME: 'school' } })
    const admin = await app.as('admin')
    await app.ok(user.paging, { current: 1, size: 10, params: { realName: '不可泄露' } }, admin)
    await app.close()
    const spans = stand.spans()
    const call = spans.find(({ name }) => name === `POST ${user.paging.path}`)
    expect(stand.paths[0]).toBe('/v1/traces')
    expect(valueOf(stand.resources()[0]!.resource.attributes, 'service.name')).toBe('school')
    expect([valueOf(call!.attributes, 'http.route'), valueOf(call!.attributes, 'http.response.status_code')]).toEqual([
      user.paging.path,
      200,
    ])
    expect(valueOf(call!.attributes, 'shuyuan.request_id')).toMatch(/^[\da-f-]{36}$/)
    const statements = spans.filter((one) => one.parentSpanId === call!.spanId)
    expect(statements.map(({ name }) => name)).toContain('select sys_user')
    expect(statements.every((one) => one.traceId === call!.traceId)).toBe(true)
    const search = statements.find((one) => String(valueOf(one.attributes, 'db.query.text')).includes('ilike $'))
    expect(valueOf(search!.attributes, 'db.system.name')).toBe('postgresql')
    for (const secret of ['不可泄露', admin.token, '127.0.0.1', 'admin']) expect(stand.text()).not.toContain(secret)
  })

  test('work without a call is a trace of its own; a failed statement has its SQLSTATE and no message', async () => {
    const app = await startApp({ env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${stand.url}/exact` } })
    const tracing = (await openTracing(app.app.config.traces, app.app.log))!
    const failing = tracing.within('job test', async () => {
      const end = tracing.statement('select 1/0')
      await sql`select 1/0`.execute(app.db).catch((error: unknown) => end?.(error))
      throw new TypeError('名字 不可见')
    })
    await expect(failing).rejects.toThrow(TypeError)
    expect(tracing.statement('select 1')).toBeUndefined()
    await tracing.close()
    await app.close()
    const [job, statement] = ['job test', 'select'].map((wanted) => stand.spans().find(({ name }) => name === wanted))
    expect([valueOf(job!.attributes, 'error.type'), valueOf(statement!.attributes, 'error.type')]).toEqual(['TypeError', '22012'])
    expect(statement!.parentSpanId).toBe(job!.spanId)
    expect(stand.paths).toContain('/exact')
    expect(stand.text()).not.toContain('不可见')
  })

  test('a sampler that keeps nothing sends nothing', async () => {
    const before = stand.paths.length
    const tracing = (await openTracing(
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: stand.url, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }).traces,
      { warn: () => undefined },
    ))!
    expect(await tracing.within('job test', async () => tracing.statement('select 1'))).toBeUndefined()
    await tracing.close()
    expect(stand.paths.length).toBe(before)
  })

  test('a collector that refuses costs one line of the log, and no call', async () => {
    const refusing = createServer((_request, reply) => void reply.writeHead(400).end())
    refusing.listen(0, '127.0.0.1')
    await once(refusing, 'listening')
    const warn = vi.fn<(detail: object, message: string) => void>()
    const traces = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(refusing.address() as AddressInfo).port}` }).traces
    const tracing = (await openTracing(traces, { warn }))!
    expect(await tracing.within('job test', async () => 7)).toBe(7)
    await tracing.close()
    expect(warn.mock.calls.map(([, message]) => message)).toEqual(['traces could not be sent'])
    refusing.close()
  })
})

describe('settings', () => {
  test('without an endpoint there are no traces', async () => {
    const { traces } = readConfig({ OTEL_SERVICE_NAME: 'school' })
    expect([traces, await openTracing(traces, { warn: () => undefined })]).toEqual([undefined, undefined])
  })
  test.each([
    [{}, 1],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, 0],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }, 0.1],
  ])('%j keeps %d', (env, share) =>
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', ...env }).traces).toEqual({
      url: 'http://collector:4318/v1/traces',
      service: 'shuyuan',
      share,
    }),
  )
  test('a wrong endpoint is refused', () =>
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT'))
})

test.each([
  [`select "id" from "sys_user" where "name" = 'O''Brien' and n = 42`, 'select "id" from "sys_user" where "name" = ? and n = ?'],
  [String.raw`select E'a\'b', 1.5, $2, "x1"`, 'select ?, ?, $2, "x1"'],
  ['do $body$ secret $body$', 'do ?'],
])('values leave the text of %s', (text, without) => expect(withoutValues(text)).toBe(without))

test.each([
  ['begin', 'begin'],
  ['select 1 from "paper_answer" where x', 'select paper_answer'],
  ['insert into sys_log values ($1)', 'insert sys_log'],
  ['update "paper" set x = 1', 'update paper'],
])('%s is called %s', (text, name) => expect(nameOf(text)).toBe(name))
