// Pieces that go straight to a storage provider: encrypted for their position, with an address that is signed anew once.
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { createCipheriv, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type CloudPorts, CloudRefused, type Item, sendToCloud } from './cloud-sender.ts'
import { coverAt, hashOf, openKey } from './cover.ts'
import type { KeptPart, KeptPiece } from './piece-store.ts'

const secret = randomBytes(32)
const key = await openKey(secret.toString('base64'))
const part: KeptPart & { key: CryptoKey } = {
  id: '7',
  userId: '1',
  track: RecordTrack.camera,
  address: '',
  size: 30,
  ended: false,
  at: 0,
  mime: 'video/webm',
  key,
}
const item: Item = { key: 'k', method: 'PUT', url: 'https://cloud/k', headers: {}, form: null }
const piece = (offset: number, text: string, found: KeptPiece['found']): KeptPiece => ({
  offset,
  bytes: new TextEncoder().encode(text).buffer,
  at: 0,
  ...(found ? { found } : {}),
})
const pieces = [
  piece(20, 'abcdef', { clusters: [{ at: 21, time: 5 }], init: 9, last: 40 }),
  { ...piece(26, 'ghij', { clusters: [], init: 9, last: 90 }), spoken: [[3_000, 7_000]] satisfies KeptPiece['spoken'] },
]

const running = { isLast: false, age: () => undefined }

/** A cloud that answers with these statuses; 0: the connection breaks. */
function setUp(...statuses: number[]) {
  const signed: unknown[] = []
  const done: unknown[] = []
  const sent: Uint8Array[] = []
  const ports: CloudPorts = {
    sign: async (body) => {
      signed.push(body)
      return { size: 20, go: 'on', items: [item] }
    },
    done: async (body) => {
      done.push(body)
      return { size: 30, go: 'near' }
    },
    async put(_, bytes) {
      sent.push(bytes)
      const status = statuses.shift() ?? 200
      if (status === 0) throw new TypeError('blocked')
      return status
    },
  }
  return { ports, signed, done, sent }
}

/** As the server encrypts at a position: the counter follows from it. */
function coveredByServer(text: string, position: number): Buffer {
  const counter = Buffer.alloc(16)
  counter.writeBigUInt64BE(BigInt(Math.floor(position / 16)), 8)
  const cipher = createCipheriv('aes-256-ctr', secret, counter)
  cipher.update(Buffer.alloc(position % 16))
  return cipher.update(text)
}

test.each([0, 1, 15, 16, 20, 4_096 * 1_024 + 7])('bytes at %i are encrypted as the server does', async (position) => {
  const covered = await coverAt(key, new TextEncoder().encode('some bytes of a film'), position)
  expect(Buffer.from(covered)).toEqual(coveredByServer('some bytes of a film', position))
})

test('pieces go as one object, with their index', async () => {
  const { ports, signed, done, sent } = setUp()
  expect(await sendToCloud(ports, part, pieces, { isLast: true, age: () => 95 })).toEqual({ size: 30, go: 'near' })
  expect(signed).toEqual([{ trackId: '7', from: 20, sizes: [10] }])
  expect(Buffer.from(sent[0]!)).toEqual(coveredByServer('abcdefghij', 20))
  expect(done).toEqual([
    {
      trackId: '7',
      offset: 20,
      bytes: 10,
      sha256: await hashOf(new Uint8Array(sent[0]!)),
      clusters: [[21, 5]],
      init: 9,
      lengthMs: 90,
      speech: [[3_000, 7_000]],
      end: true,
      age: 95,
    },
  ])
})

test('the index says that the device gave no picture', async () => {
  const { ports, done } = setUp()
  await sendToCloud(ports, part, [pieces[0]!, { ...pieces[1]!, dark: true }], running)
  expect(done).toMatchObject([{ dark: true }])
})

test('an address that has ended is asked for once more; other refusals are told', async () => {
  const first = setUp(403)
  await sendToCloud(first.ports, part, pieces, running)
  expect([first.signed.length, first.done.length]).toEqual([2, 1])
  await expect(sendToCloud(setUp(403, 403).ports, part, pieces, running)).rejects.toThrow(CloudRefused)
  await expect(sendToCloud(setUp(503).ports, part, pieces, running)).rejects.toThrow(CloudRefused)
  await expect(sendToCloud(setUp(0).ports, part, pieces, running)).rejects.toThrow(CloudRefused)
})

test('without pieces the end is told, and an order of the server is passed on', async () => {
  const { ports, sent, done } = setUp()
  await sendToCloud(ports, part, [], { isLast: true, age: () => 95 })
  expect([sent, done]).toEqual([[], [{ trackId: '7', offset: 30, bytes: 0, sha256: '', clusters: [], end: true }]])
  const over: CloudPorts = { ...ports, sign: async () => ({ size: 20, go: 'over', items: [] }) }
  expect(await sendToCloud(over, part, pieces, running)).toEqual({ size: 20, go: 'over' })
  const away: CloudPorts = { ...ports, sign: async () => 'away' }
  expect(await sendToCloud(away, part, pieces, running)).toBe('away')
})
