// Local stub of the three services that convert videos: checks signatures as documented, and plays what a test wants of its jobs.
import { createHmac } from 'node:crypto'
import { signCos } from '../src/providers/sign-cos.ts'
import { entryOf } from '../src/providers/sign-qiniu.ts'
import { acs3Problem, type Call, type Play, startProviderStub } from './provider-stub.ts'
import { account } from './storage-stub.ts'

/** What the next answers say of a job; `lost`: the job is unknown. */
export type JobPlay = 'waiting' | 'running' | 'done' | 'failed' | 'lost'
type Trouble = 'none' | 'refuse' | '5xx' | 'cut' | 'garbage'
export type Submitted = { from: string; to: string; queue: string; size: string }

const xml = (inner: string, status = 200): Play => ({
  status,
  raw: `<Response><JobsDetail>${inner}</JobsDetail></Response>`,
  headers: { 'content-type': 'application/xml' },
})
const inTag = (text: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? ''
const urlSafe = (bytes: Buffer) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
const aliyunStates = { waiting: 'Submitted', running: 'Transcoding', done: 'TranscodeSuccess', failed: 'TranscodeFail' }
const tencentStates = { waiting: 'Submitted', running: 'Running', done: 'Success', failed: 'Failed' }
const qiniuCodes = { waiting: 1, running: 2, done: 0, failed: 3 }

function cosFits({ method, url, headers }: Call): boolean {
  const part = Object.fromEntries(
    String(headers.authorization)
      .split('&')
      .map((one) => one.split(/=(.*)/s) as [string, string]),
  )
  const names = (part['q-header-list'] ?? '').split(';')
  const [start = 0, end = 0] = (part['q-sign-time'] ?? '').split(';').map(Number)
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
  const keys = { secretId: account.id, secretKey: account.secret }
  return names.includes('host') && signCos(keys, { method, path: url.pathname, headers: signed }, [start, end]) === headers.authorization
}

function qiniuFits({ url, headers, body }: Call): boolean {
  const text = `${url.pathname}${url.search}\n${body}`
  return headers.authorization === `QBox ${account.id}:${urlSafe(createHmac('sha1', account.secret).update(text).digest())}`
}

export async function openEncodeStub() {
  const world = { trouble: 'none' as Trouble, job: 'waiting' as JobPlay, submitted: [] as Submitted[], problems: [] as string[] }
  const nonces = new Set<string>()
  const submit = (one: Submitted) => void world.submitted.push(one)

  function aliyun(call: Call): Play {
    const problem = acs3Problem(call, { [account.id]: account.secret }, nonces)
    if (problem !== '' || world.trouble === 'refuse') return { status: 403, body: { Code: problem || 'Forbidden.RAM' } }
    const text = (name: string) => call.url.searchParams.get(name) ?? ''
    if (call.headers['x-acs-action'] === 'SubmitJobs') {
      const input = JSON.parse(text('Input')) as { Object: string; Bucket: string; Location: string }
      const [output] = JSON.parse(text('Outputs')) as { OutputObject: string; Video: { Width?: string; Height?: string } }[]
      const { Width, Height } = output!.Video
      submit({
        from: decodeURIComponent(input.Object),
        to: decodeURIComponent(output!.OutputObject),
        queue: text('PipelineId'),
        size: `${Width}x${Height}`,
      })
      return { body: { JobResultList: { JobResult: [{ Success: true, Job: { JobId: 'job-1', State: 'Submitted' } }] } } }
    }
    if (world.job === 'lost') return { body: { JobList: { Job: [] }, NonExistJobIds: { String: ['job-1'] } } }
    const job = { JobId: 'job-1', State: aliyunStates[world.job], Percent: 40, ...(world.job === 'failed' ? { Code: 'BadMedia' } : {}) }
    return { body: { JobList: { Job: [job] } } }
  }

  function qcloud(call: Call): Play {
    if (!cosFits(call) || world.trouble === 'refuse') return { status: 403, raw: '<Error><Code>AccessDenied</Code></Error>' }
    if (call.method === 'POST') {
      const { body } = call
      const [, input = '', output = ''] = /<Input><Object>([^<]*)<.*<Object>([^<]*)<\/Object><\/Output>/.exec(body) ?? []
      submit({ from: input, to: output, queue: inTag(body, 'QueueId'), size: `${inTag(body, 'Width')}x${inTag(body, 'Height')}` })
      return xml('<Code>Success</Code><JobId>job-1</JobId><State>Submitted</State>')
    }
    if (world.job === 'lost') return xml('')
    const code = world.job === 'failed' ? 'BadMedia' : 'Success'
    return xml(`<Code>${code}</Code><JobId>job-1</JobId><State>${tencentStates[world.job]}</State><Progress>40</Progress>`)
  }

  function qiniu(call: Call): Play {
    if (!qiniuFits(call) || world.trouble === 'refuse') return { status: 401, body: { error: 'bad token' } }
    if (call.method === 'POST') {
      const form = new URLSearchParams(call.body)
      const [command = '', entry = ''] = (form.get('fops') ?? '').split('|saveas/')
      const to = Buffer.from(entry, 'base64url')
        .toString()
        .slice(account.bucket.length + 1)
      if (entryOf(account.bucket, to) !== entry) world.problems.push(entry)
      submit({ from: form.get('key') ?? '', to, queue: form.get('pipeline') ?? '', size: /\/s\/(\d+x\d+)/.exec(command)?.[1] ?? '' })
      return { body: { persistentId: 'job-1' } }
    }
    if (world.job === 'lost') return { status: 612, body: { error: 'no such file or directory' } }
    return { body: { id: 'job-1', code: qiniuCodes[world.job], items: world.job === 'failed' ? [{ code: 3, error: 'BadMedia' }] : [] } }
  }

  const stub = await startProviderStub((call) => {
    if (world.trouble === '5xx') return { status: 502, body: {} }
    if (world.trouble === 'cut' || world.trouble === 'garbage') return world.trouble
    if (call.headers['x-acs-action'] !== undefined) return aliyun(call)
    return String(call.headers.authorization).startsWith('QBox') ? qiniu(call) : qcloud(call)
  })
  return Object.assign(world, { url: stub.url, calls: stub.calls, close: stub.close })
}
