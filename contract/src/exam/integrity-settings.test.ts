import { expect, test } from 'vitest'
import { messageOf } from '../kernel/message.ts'
import { allowedSignals, integritySettings } from './integrity-form.ts'
import { defaultSignals, type SignalKind, signalKinds, verdicts } from './integrity-settings.ts'

const kinds = Object.keys(signalKinds) as SignalKind[]
const facts = ['leave', 'fullscreen', 'face', 'takeover', 'address', 'recording', 'phone']

test.each(kinds)('%s: force only for what may end a paper, every other verdict always', (kind) => {
  const problems = (verdict: string) =>
    integritySettings.signals.safeParse({ [kind]: verdict }).error?.issues.map(({ path, message }) => [path, messageOf(message).key]) ?? []
  for (const verdict of Object.keys(verdicts)) {
    const isRefused = verdict === 'force' && !facts.includes(kind)
    expect(problems(verdict), verdict).toEqual(isRefused ? [[[kind], 'signalCannotForce']] : [])
    expect(allowedSignals({ [kind]: verdict })).toEqual({ [kind]: isRefused ? 'flag' : verdict })
  }
})

test('the defaults pass, and each wrong kind is named', () => {
  expect(integritySettings.signals.parse(defaultSignals)).toEqual(defaultSignals)
  const all = Object.fromEntries(kinds.map((kind) => [kind, 'force']))
  const named = integritySettings.signals.safeParse(all).error?.issues.map((one) => one.path[0])
  expect(named).toEqual(kinds.filter((kind) => !facts.includes(kind)))
})
