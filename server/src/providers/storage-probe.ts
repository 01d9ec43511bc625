// A test of a bucket with the calls of S3: writes, reads and removes a small file, and says in plain words what is wrong.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import type { probeStates, probeSteps } from '@shuyuan/contract/site/provider/prop-storage.ts'
import { say } from '@shuyuan/contract/site/site.server.texts.ts'
import { randomBytes } from 'node:crypto'
import type { OutgoingOptions } from '../kernel/http/outgoing.ts'
import { encodePath } from './sign-oss.ts'
import { signS3 } from './sign-s3.ts'
import type { StorageContext } from './storage-ask.ts'
import { type Place, whyNoAnswer, whyRefused } from './storage-probe-reason.ts'
import { objectsOf, type S3Settings, s3Storage, USUAL_REGION } from './storage-s3.ts'

export type Probed = {
  step: keyof typeof probeSteps
  state: keyof typeof probeStates
  /** what is wrong, and why where it is known; empty for `good` */ messages: Message[]
}
type Answer = { status: number; headers: Readonly<Record<string, string>>; text: string }

const TYPE = 'text/plain'
const MOST_ANSWER = 100_000

/** A failure of one step, with what to say of it. */
class Trouble extends Error {
  readonly why: Message
  constructor(why: Message) {
    super(why.key)
    this.why = why
  }
}

/** What the steps share. */
type Probe = Place & {
  settings: S3Settings
  context: StorageContext
  key: string
  content: string
  ask: (url: string, options?: Partial<OutgoingOptions>) => Promise<Answer>
}

/** Sends one request. Throws Trouble without an answer. */
async function ask({ outgoing, requestMs }: StorageContext, url: string, options: Partial<OutgoingOptions> = {}): Promise<Answer> {
  try {
    const reply = await outgoing.request(url, { ...options, timeoutMs: requestMs, maxBytes: MOST_ANSWER })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  } catch (error) {
    throw new Trouble(whyNoAnswer(error, new URL(url).host, requestMs / 1_000))
  }
}

const isFine = ({ status }: Answer) => status >= 200 && status < 300

function mustBeFine(probe: Probe, answer: Answer): Answer {
  if (!isFine(answer)) throw new Trouble(whyRefused(answer, probe))
  return answer
}

function mustBeContent({ content }: Probe, { text }: Answer): Message[] {
  if (text !== content) throw new Trouble(say('probeNotS3'))
  return []
}

/** One request to an object of the bucket as this server sends it. */
async function own(probe: Probe, method: string, options: Partial<OutgoingOptions> = {}, query: Record<string, string> = {}) {
  const { settings, context, key } = probe
  const address = objectsOf(settings, 'server') + encodePath(key)
  const region = settings.region || USUAL_REGION
  const headers = signS3(settings, { method, address, region, headers: options.headers ?? {}, query }, context.clock())
  const search = new URLSearchParams(query).toString()
  const url = search === '' ? address : `${address}?${search}`
  return mustBeFine(probe, await probe.ask(url, { ...options, method, headers }))
}

/** The signed addresses of browsers, tried by this server, which may be unable to reach them. */
async function direct(probe: Probe): Promise<Message[]> {
  const storage = s3Storage(probe.settings, probe.context)
  const put = storage.putRequest!(probe.key, TYPE, Buffer.byteLength(probe.content), 60)
  const sent = await probe.ask(put.url, { method: 'PUT', headers: put.headers, body: probe.content }).catch((error: unknown) => {
    if (probe.settings.browserUrl === '' || !(error instanceof Trouble)) throw error
    return error
  })
  if (sent instanceof Trouble) return [say('probeUnchecked'), sent.why]
  mustBeFine(probe, sent)
  mustBeContent(probe, mustBeFine(probe, await probe.ask(storage.signedUrl!(probe.key, 60))))
  return []
}

async function pieces(probe: Probe): Promise<Message[]> {
  const { text } = await own(probe, 'POST', { headers: { 'content-type': TYPE } }, { uploads: '' })
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1]
  if (id === undefined) throw new Trouble(say('probeNotS3'))
  await own(probe, 'GET', {}, { uploadId: id })
  await own(probe, 'DELETE', {}, { uploadId: id })
  return []
}

/** Whether browsers may send files from the pages of this site. */
async function cross(probe: Probe, origin: string): Promise<Message[]> {
  const address = objectsOf(probe.settings, 'browser') + encodePath(probe.key)
  if (origin.startsWith('https:') && address.startsWith('http:')) return [say('probeMixed')]
  const headers = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' }
  try {
    const { headers: answered, status } = await probe.ask(address, { method: 'OPTIONS', headers })
    const allows = (name: string, wanted: string) =>
      (answered[name] ?? '')
        .toLowerCase()
        .split(',')
        .some((one) => ['*', wanted.toLowerCase()].includes(one.trim()))
    const isAllowed =
      status < 300 &&
      allows('access-control-allow-origin', origin) &&
      allows('access-control-allow-methods', 'PUT') &&
      allows('access-control-allow-headers', 'content-type')
    return isAllowed ? [] : [say('probeNoCross', { origin })]
  } catch (error) {
    if (error instanceof Trouble) return [say('probeUnchecked'), error.why]
    throw error
  }
}

/** What everybody can read: nothing without a public address, and all files with one. */
async function access(probe: Probe): Promise<Message[]> {
  const { settings, key, content } = probe
  const address = settings.url || objectsOf(settings, 'browser')
  const seen = await probe.ask(address + encodePath(key)).catch((error: unknown) => {
    if (settings.url !== '' || !(error instanceof Trouble)) throw error
    return undefined
  })
  const isOpen = seen !== undefined && isFine(seen) && seen.text === content
  if (settings.url === '') return isOpen ? [say('probeOpenBucket')] : []
  if (!isOpen) throw new Trouble(say('probeAddressWrong', { reason: `HTTP ${seen?.status ?? 0}` }))
  return [say('probeOpenPrivate')]
}

/**
 * Tries everything that the server and browsers do with a bucket, and removes what it wrote. After a step that fails only the removal follows
 * where nothing could be written. Waits for the service up to ten seconds a request.
 * @param origin the address of this site as browsers open it
 */
export async function probeS3(settings: S3Settings, context: StorageContext, origin: string): Promise<Probed[]> {
  const now = context.clock()
  const key = `${now.toISOString().slice(0, 7).replace('-', '')}/${randomBytes(16).toString('hex')}.txt`
  const probe: Probe = {
    settings,
    context,
    key,
    content: `shuyuan ${key}`,
    bucket: settings.bucket,
    now,
    ask: (url, options) => ask(context, url, options),
  }
  const found: Probed[] = []
  const take = async (step: Probed['step'], act: () => Promise<Message[]>) => {
    try {
      const messages = await act()
      found.push({ step, state: messages.length > 0 ? 'warn' : 'good', messages })
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      found.push({ step, state: 'bad', messages: [error.why] })
    }
    return found.at(-1)?.state !== 'bad'
  }
  const write = () => own(probe, 'PUT', { headers: { 'content-type': TYPE }, body: probe.content })
  if (!(await take('write', () => write().then(() => [])))) return found
  await take('read', () => own(probe, 'GET').then((answer) => mustBeContent(probe, answer)))
  await take('direct', () => direct(probe))
  await take('pieces', () => pieces(probe))
  await take('cross', () => cross(probe, origin))
  await take('access', () => access(probe))
  await take('remove', () => own(probe, 'DELETE').then(() => []))
  return found
}
