// The phones of a test: messages that the server sends through a stub of Aliyun's SMS service.
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { startProviderStub } from './provider-stub.ts'
import type { TestApp } from './start-app.ts'

type Phones = {
  /** how many messages a number received */
  count: (mobile: string) => number
  /** the code of the newest message to a number; '' without one */
  code: (mobile: string) => string
  /** changes the provider's settings, for example the limits */
  configure: (more: object) => Promise<void>
}
const started = new WeakMap<TestApp, Promise<Phones>>()

/** Makes the stub the SMS provider of this server, once. */
export function usePhones(app: TestApp): Promise<Phones> {
  const phones = started.get(app) ?? startPhones(app)
  started.set(app, phones)
  return phones
}

async function startPhones(app: TestApp): Promise<Phones> {
  const stub = await startProviderStub(() => ({ body: { Code: 'OK', Message: 'OK', BizId: 'B', RequestId: 'R' } }))
  app.app.onClose(() => stub.close())
  const configure = (more: object) => useStub(app, stub.url, more)
  await configure({})
  const received = (mobile: string) => stub.calls.filter(({ url }) => url.searchParams.get('PhoneNumbers') === mobile)
  return {
    count: (mobile) => received(mobile).length,
    code: (mobile) => {
      const params = received(mobile).at(-1)?.url.searchParams.get('TemplateParam') ?? '{}'
      return (JSON.parse(params) as { code?: string }).code ?? ''
    },
    configure,
  }
}

async function useStub(app: TestApp, baseUrl: string, more: object) {
  const data = { accessKeyId: 'ali-id', accessKeySecret: 'ali-secret', signName: '书院', templates: { login: 'SMS_1' }, baseUrl, ...more }
  await app.ok(configProp.change, { type: 'sms', provider: 'aliyun', data }, await app.as('admin'))
}
