// The environment variables of traces, under the names that OpenTelemetry gives them.
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import * as z from 'zod'

const address = z.string().regex(/^https?:\/\//, 'must begin with http:// or https://')

/** The exporter reads OTEL_EXPORTER_OTLP_HEADERS and the like itself; OTEL_RESOURCE_ATTRIBUTES is read with the resource. */
export const TraceEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('shuyuan'),
  OTEL_TRACES_SAMPLER: z
    .enum(['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
}

/** Where traces go, under which name, and the share of the traces that are kept. */
export type TraceConfig = { url: string; service: string; share: number }

/** @returns undefined without an endpoint: there are no traces */
export function tracesOf(env: z.infer<z.ZodObject<typeof TraceEnvironment>>): TraceConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: exact } = env
  const url = exact ?? (base === undefined ? undefined : `${withoutSlash(base)}/v1/traces`)
  if (url === undefined) return undefined
  // a trace begins here, so that a sampler asks no parent
  const sampler = env.OTEL_TRACES_SAMPLER.replace('parentbased_', '')
  const shares: Record<string, number> = { always_on: 1, always_off: 0 }
  return { url, service: env.OTEL_SERVICE_NAME, share: shares[sampler] ?? env.OTEL_TRACES_SAMPLER_ARG }
}
