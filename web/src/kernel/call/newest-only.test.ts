import { expect, test, vi } from 'vitest'
import { newestOnly } from './newest-only.ts'

/** Calls that end when the test releases them. */
function heldCalls() {
  const sent: number[] = []
  const ends: { done: () => void; fail: (error: Error) => void }[] = []
  const send = (value: number) => {
    sent.push(value)
    return new Promise<void>((done, fail) => ends.push({ done, fail }))
  }
  return { sent, ends, send }
}

test('values that arrive during a call wait, and only the newest of them is sent', async () => {
  const { sent, ends, send } = heldCalls()
  const tell = newestOnly(send)
  tell(1)
  tell(2)
  tell(3)
  expect(sent).toEqual([1])
  ends[0]!.done()
  await vi.waitFor(() => expect(sent).toEqual([1, 3]))
  ends[1]!.done()
})

test('a failure does not block the next value', async () => {
  const { sent, ends, send } = heldCalls()
  const tell = newestOnly(send)
  tell(1)
  tell(2)
  ends[0]!.fail(new Error('no network'))
  await vi.waitFor(() => expect(sent).toEqual([1, 2]))
  ends[1]!.done()
})

test('sends again after a pause', async () => {
  const { sent, ends, send } = heldCalls()
  const tell = newestOnly(send)
  tell(1)
  ends[0]!.done()
  await vi.waitFor(() => {
    tell(5)
    expect(sent.at(-1)).toBe(5)
  })
})
