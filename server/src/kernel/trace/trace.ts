// OpenTelemetry traces of calls, jobs and their statements; nothing of it is loaded without an endpoint (docs/operate/observe.md).
import type { FastifyInstance } from 'fastify'
import type { TraceConfig } from './trace-config.ts'

export type Log = { warn: (detail: object, message: string) => void }
/** Ends the span of a statement, with its error if it failed. */
type EndStatement = (error?: unknown) => void

export type Tracing = {
  /** Runs `act` in a trace of its own, with the statements of `act` as children. */
  within: <T>(name: string, act: () => Promise<T>) => Promise<T>
  /** Begins the span of a statement; undefined outside of a call or job. */
  statement: (text: string) => EndStatement | undefined
  /** Traces the calls of the API. */
  serve: (http: FastifyInstance) => void
  /** Sends the rest. */
  close: () => Promise<void>
}

/** @returns undefined without a configuration */
export async function openTracing(config: TraceConfig | undefined, log: Log): Promise<Tracing | undefined> {
  if (!config) return undefined
  const { startTracing } = await import('./tracer.ts')
  return startTracing(config, log)
}
