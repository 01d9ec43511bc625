import { describe, expect, test } from 'vitest'
import * as z from './z.ts'
import { channel, channelAddress, type PlaceOf, readMessage } from './channel.ts'

const exam = channel({ path: '/api/socket/exam/:userId/:examId', query: ['session'], message: z.object({ open: z.boolean() }) })

describe('a channel', () => {
  test('builds one encoded address for browser and server', () => {
    expect(channelAddress(exam, { userId: '1', examId: 'a/b', session: 's&x' }, 't=1')).toBe(
      '/api/socket/exam/1/a%2Fb?token=t%3D1&session=s%26x',
    )
  })

  test('reads only messages that match its schema', () => {
    const read = ['{"open":true}', '{"open":1}', 'no json'].map((text) => readMessage(exam, text))
    expect(read).toEqual([{ open: true }, undefined, undefined])
  })

  test('types its places and messages: a misspelt name does not compile', () => {
    // @ts-expect-error -- examId is missing
    const place: PlaceOf<typeof exam> = { userId: '1', session: '' }
    // @ts-expect-error -- no such field
    const opened = readMessage(exam, '{"open":true}')?.opened as unknown
    expect([place.userId, opened]).toEqual(['1', undefined])
  })
})
