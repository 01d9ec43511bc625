// The tracer of OpenTelemetry: spans of calls, jobs and statements. Imported by trace.ts only when traces are on.
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { nameOf, withoutValues } from './statement-text.ts'
import type { Log, Tracing } from './trace.ts'
import type { TraceConfig } from './trace-config.ts'
const MINUTE_MS = 60_000
/** The last spans are given up after this: the exporter alone would try longer to reach a collector that is gone. */
const LAST_MS = 2_000
/** Says at most once a minute that spans could not be sent; they are lost, and calls do not wait for them. */
function sayingFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let warned = -Infinity
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - warned > MINUTE_MS) {
          warned = performance.now()
          log.warn({ err: result.error }, 'traces could not be sent')
        }
        done(result)
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}

/** Starts the tracer and its exporter. */
export function startTracing({ url, service, share }: TraceConfig, log: Log): Tracing {
  const exporter = sayingFailures(new OTLPTraceExporter({ url }), log)
  const provider = new TracerProvider({
    resource: detectResources({ detectors: [envDetector] }).merge(resourceFromAttributes({ 'service.name': service })),
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const sent = () => provider.shutdown().catch(() => undefined)
  return tracingWith(provider.getTracer('shuyuan'), () => Promise.race([sent(), setTimeout(LAST_MS, undefined, { ref: false })]))
}

function tracingWith(tracer: Tracer, close: () => Promise<void>): Tracing {
  const current = new AsyncLocalStorage<Context>()
  return {
    async within(name, act) {
      const span = tracer.startSpan(name, { root: true })
      try {
        return await current.run(trace.setSpan(ROOT_CONTEXT, span), act)
      } catch (error) {
        failed(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    statement(text) {
      const parent = current.getStore()
      if (!parent || !trace.getSpan(parent)?.isRecording()) return undefined
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(text) }
      const span = tracer.startSpan(nameOf(text), { kind: SpanKind.CLIENT, attributes }, parent)
      return (error) => {
        if (error !== undefined) failed(span, error)
        span.end()
      }
    },
    serve: (http) => traceCalls(http, tracer, current),
    close,
  }
}

/** The class of an error, or the SQLSTATE of a statement. Messages are left out, because they may repeat values. */
function failed(span: Span, error: unknown) {
  const code = (error as { code?: unknown } | null)?.code
  const type = typeof code === 'string' ? code : error instanceof Error ? error.name : 'error'
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
}

function traceCalls(http: FastifyInstance, tracer: Tracer, current: AsyncLocalStorage<Context>) {
  const contexts = new WeakMap<FastifyRequest, Context>()
  http.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (route?.startsWith('/api/')) {
      // the declared path: addresses may have names in them. The id leads to the lines of the log.
      const attributes = { 'http.request.method': request.method, 'http.route': route, 'shuyuan.request_id': request.id }
      const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, root: true, attributes })
      contexts.set(request, trace.setSpan(ROOT_CONTEXT, span))
    }
    done()
  })
  // only here, because reading the body leaves the asynchronous context
  http.addHook('preHandler', (request, _reply, done) => {
    const context = contexts.get(request)
    if (context) current.run(context, done)
    else done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const context = contexts.get(request)
    const span = context && trace.getSpan(context)
    if (span) {
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) span.setAttribute('error.type', String(reply.statusCode)).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
    done()
  })
}
