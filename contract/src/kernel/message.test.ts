import { expect, test } from 'vitest'
import { encoded, messageOf, speaker } from './message.ts'

const say = speaker({ ended: '考试已结束', left: '还有 {{n}} 题，请在 {{minutes}} 分钟内完成' })

test('a message has its key, its parameters and the Chinese text', () => {
  expect(say('left', { n: 3, minutes: 5 })).toEqual({
    key: 'left',
    params: { n: 3, minutes: 5 },
    zh: '还有 3 题，请在 5 分钟内完成',
  })
  expect(say('ended')).toEqual({ key: 'ended', params: {}, zh: '考试已结束' })
})

test('a message is the same after it passed through a Zod issue', () => {
  const message = say('left', { n: 1, minutes: 2 })
  expect(messageOf(encoded(message))).toEqual(message)
  expect(messageOf('Invalid input')).toEqual({ key: '', params: {}, zh: 'Invalid input' })
})

test('an unknown key, a missing parameter and an unknown parameter do not compile', () => {
  // @ts-expect-error no such key
  expect(() => say('missing')).not.toThrow()
  // @ts-expect-error the template has gaps
  expect(say('left').zh).toContain('还有')
  // @ts-expect-error the template has no gap of this name
  expect(say('left', { n: 1, minutes: 2, hours: 3 }).params).toHaveProperty('hours')
})
