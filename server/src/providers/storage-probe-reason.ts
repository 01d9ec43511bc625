// Why a storage service with the calls of S3 refuses or does not answer, in words for administrators.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/site/site.server.texts.ts'
import { OutgoingRedirected, OutgoingRefused } from '../kernel/http/outgoing.ts'

export type Place = { bucket: string; now: Date }
type Answer = { status: number; headers: Readonly<Record<string, string>>; text: string }

const MINUTE_MS = 60_000
const textIn = (xml: string, name: string) => new RegExp(`<${name}>([^<]{1,100})</${name}>`).exec(xml)?.[1] ?? ''

/** Error codes of S3 (docs.aws.amazon.com, AmazonS3 API, Error responses); other services share them. */
const reasons: Record<string, (answer: Answer, place: Place, code: string) => Message> = {
  InvalidAccessKeyId: () => say('probeNoKey'),
  SignatureDoesNotMatch: () => say('probeSignature'),
  NoSuchBucket: (_answer, { bucket }) => say('probeNoBucket', { bucket }),
  AccessDenied: (_answer, _place, reason) => say('probeDenied', { reason }),
  RequestTimeTooSkewed: ({ headers }, { now }) => {
    const minutes = Math.round(Math.abs(new Date(headers['date'] ?? '').getTime() - now.getTime()) / MINUTE_MS)
    return minutes > 0 ? say('probeClockBy', { n: minutes }) : say('probeClock')
  },
  AuthorizationHeaderMalformed: ({ text }) => regionIn(text),
  AuthorizationQueryParametersError: ({ text }) => regionIn(text),
  InvalidRegion: ({ text }) => regionIn(text),
  PermanentRedirect: () => say('probeMoved'),
  SlowDown: (_answer, _place, reason) => say('probeBusy', { reason }),
  ServiceUnavailable: (_answer, _place, reason) => say('probeBusy', { reason }),
}

function regionIn(xml: string): Message {
  const region = textIn(xml, 'Region')
  return region === '' ? say('probeRegionWrong') : say('probeRegion', { region })
}

/** What an answer that is no success means. */
export function whyRefused(answer: Answer, place: Place): Message {
  const code = textIn(answer.text, 'Code')
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  if (reason) return reason(answer, place, code)
  const shown = code === '' ? `HTTP ${answer.status}` : code
  if (code === '' && answer.status === 403) return say('probeDenied', { reason: shown })
  return answer.status === 503 ? say('probeBusy', { reason: shown }) : say('probeOther', { reason: shown })
}

const certificate = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/
const noHost: readonly unknown[] = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']

/** Why there was no answer; errors of the system have a code and contain no address. */
export function whyNoAnswer(error: unknown, host: string, seconds: number): Message {
  if (error instanceof OutgoingRefused) return say('probeRefused', { host })
  if (error instanceof OutgoingRedirected) return say('probeMoved')
  if (!(error instanceof Error)) return say('probeBroken', { host, reason: 'error' })
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  if (noHost.includes(code)) return say('probeNoHost', { host })
  if (code === 'ECONNREFUSED') return say('probeClosedPort', { host })
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || code === 'ETIMEDOUT') return say('probeSilent', { host, n: seconds })
  if (certificate.test(code)) return say('probeCertificate', { host, reason: code })
  if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER') return say('probeNoTls', { host })
  return say('probeBroken', { host, reason: code })
}
