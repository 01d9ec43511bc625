// A site whose assistant is a stand-in for a model: switched on, with what was sent and what is answered.
import { assistConfig, assistSettings } from '@shuyuan/contract/assist/assist.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { afterAll } from 'vitest'
import { type Answer, startModelStandIn } from './model-stand-in.ts'
import { startWithEnv } from './people.ts'
import { STUB_ENV } from './provider-stub.ts'

type Name = Parameters<typeof startWithEnv>[1]

/** @param names as of `startWith` */
export async function startAssist<N extends Name>(...names: N[]) {
  let reply: Answer = () => '{}'
  const standIn = await startModelStandIn((body) => reply(body))
  afterAll(() => standIn.close())
  const people = await startWithEnv(STUB_ENV, ...names)
  const { app, admin } = people
  const use = (provider: string, data: Record<string, unknown> = {}) =>
    app.ok(configProp.change, { type: 'model', provider, data, remark: '' }, admin)
  return {
    ...people,
    /** Switches uses on, all others off. */
    on: (settings: object) => app.ok(assistConfig.save, assistSettings.parse(settings), admin),
    useRules: () => use('rules'),
    useVendor: (vendor = 'openai') =>
      use('other', { baseUrl: `${standIn.url}/${vendor}/v1`, apiKey: 'sk-of-the-site', model: 'some-model' }),
    /** What the model answers from now on: a text, or a value as JSON. */
    answer: (value: unknown) => void (reply = () => (typeof value === 'string' ? value : JSON.stringify(value))),
    answerBy: (by: Answer) => void (reply = by),
    /** How many requests were sent so far. */
    sentSoFar: () => standIn.calls.length,
    /** The bodies of requests after the first `before`. */
    sentAfter: (before: number) =>
      standIn.calls
        .slice(before)
        .map((one) => one.body)
        .join('\n'),
  }
}
