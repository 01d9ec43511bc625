// Where a browser refuses its database, as in private windows of some, what is recorded waits in the memory of the page.
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { expect, onTestFinished, test } from 'vitest'
import { usableStore } from './piece-store.ts'

const refused = () => {
  throw new DOMException('denied', 'SecurityError')
}

test('a browser without a database keeps pieces until the page is closed', async () => {
  for (const database of [undefined, { open: refused }]) await keepsThem(database)
})

async function keepsThem(database: object | undefined) {
  const before = globalThis.indexedDB
  onTestFinished(() => void (globalThis.indexedDB = before))
  globalThis.indexedDB = database as never
  const store = usableStore('1')
  const part = { id: '7', userId: '1', track: RecordTrack.camera, address: '', size: 3, ended: false, at: 0, mime: 'video/webm' }
  await store.putPart(part)
  await store.put('7', { offset: 0, bytes: new TextEncoder().encode('abc').buffer, at: 0 })
  expect([await store.parts(), await store.bytes('7'), (await store.first('7', 9)).length]).toEqual([[part], 3, 1])
  await store.forget('7', 3)
  expect(await store.bytes('7')).toBe(0)
}
