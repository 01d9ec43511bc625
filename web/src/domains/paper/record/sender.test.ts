// What recorders wrote reaches the server whole, whatever is lost on the way; answers go first.
import { NEAR_MS, PIECE_MS, type PieceReply } from '@shuyuan/contract/paper/record/piece.ts'
import { PICTURES, packPicture } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { expect, test, vi } from 'vitest'
import { type KeptPart, memoryStore } from './piece-store.ts'
import { CloudRefused, type Reply } from './cloud-sender.ts'
import { Sender } from './sender.ts'
import type { Order, PostPiece } from './sender-ports.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer
const partOf = (id: string, more: Partial<KeptPart> = {}): KeptPart => ({
  id,
  userId: '1',
  track: RecordTrack.camera,
  address: `/piece/${id}`,
  size: 0,
  ended: false,
  at: Number(id),
  mime: 'video/webm;codecs=vp8',
  ...more,
})

/** A server that appends, as the real one does; `answers` replace its next answers. */
function setUp() {
  const files = new Map<string, string>()
  const ended = new Set<string>()
  const answers: (PieceReply | 'lost' | 'lost answer' | 'away' | undefined)[] = []
  /** what the storage provider answers */
  const cloud: { isUp: boolean; asked: string[]; answer: Reply } = { isUp: true, asked: [], answer: { size: 0, go: 'on' } }
  const clock = { now: 0 }
  const room = { bytes: 1e9 }
  const requests: string[] = []
  const ages: (string | null)[] = []
  const darks: boolean[] = []
  const post: PostPiece = async (address, body) => {
    const [path = '', query = ''] = address.split('?')
    const id = path.split('/')[2]!
    const given = new URLSearchParams(query)
    const offset = Number(given.get('offset'))
    requests.push(`${id}@${offset}${given.get('lost') === '1' ? ' lost' : ''}`)
    ages.push(given.get('age'))
    darks.push(given.get('dark') === '1')
    const answer = answers.length > 0 ? answers.shift() : undefined
    if (answer === 'lost') throw new Error('lost')
    if (answer && answer !== 'lost answer') return answer
    const file = files.get(id) ?? ''
    const text = (await body?.text()) ?? ''
    if (offset <= file.length || given.get('lost') === '1')
      files.set(id, file.padEnd(offset, '_') + text.slice(Math.max(0, file.length - offset)))
    const size = files.get(id)?.length ?? 0
    if (given.get('end') === '1' && offset + text.length <= size) ended.add(id)
    if (answer === 'lost answer') throw new Error('lost')
    return { size, go: 'on' }
  }
  const store = memoryStore()
  const held = new Set<string>()
  const sender = new Sender({
    store,
    post,
    async put(part, pieces) {
      cloud.asked.push(`${part.id}@${pieces[0]?.offset ?? part.size}`)
      if (!cloud.isUp) throw new CloudRefused('503')
      const end = pieces.reduce((_, one) => one.offset + one.bytes.byteLength, part.size)
      return cloud.answer && cloud.answer !== 'away' ? { ...cloud.answer, size: end } : cloud.answer
    },
    room: async () => room.bytes,
    now: () => clock.now,
    clock: () => clock.now,
    wait: async (ms) => void (clock.now += ms),
    hold: (id) => {
      held.add(id)
      return () => void held.delete(id)
    },
    held: async () => held,
  })
  const idle = async () => {
    await vi.waitFor(async () => {
      await sender.send()
      expect(sender.unsent).toBe(0)
    })
  }
  return { cloud, room, sender, store, files, ended, answers, clock, requests, ages, darks, held, idle }
}

test('bytes arrive once and in order although requests and answers are lost', async () => {
  const { sender, files, ended, answers, clock, idle } = setUp()
  sender.begin(partOf('1'), () => undefined)
  answers.push('lost', 'lost answer', 'lost')
  for (const text of ['abc', 'de', 'fghi']) {
    sender.add('1', bytesOf(text))
    clock.now += PIECE_MS
  }
  sender.end('1')
  await idle()
  await vi.waitFor(() => expect(ended.has('1')).toBe(true))
  expect(files.get('1')).toBe('abcdefghi')
})

test('an answer that is none, such as that of a portal, is asked for again after a pause, and costs no bytes', async () => {
  const { sender, files, ended, answers, clock, requests, idle } = setUp()
  sender.begin(partOf('1'), () => undefined)
  const portal = { code: 0, data: null } as never
  answers.push(portal, portal, portal)
  sender.add('1', bytesOf('abc'))
  clock.now += PIECE_MS
  sender.end('1')
  await idle()
  await vi.waitFor(() => expect(ended.has('1')).toBe(true))
  expect(files.get('1')).toBe('abc')
  expect(clock.now).toBe(PIECE_MS + 1_000 + 2_000 + 4_000)
  expect(requests).toEqual(['1@0', '1@0', '1@0', '1@0'])
})

test('what an earlier page left is sent to its end, but not what another page records now', async () => {
  const { sender, store, files, ended, held, requests } = setUp()
  await store.putPart(partOf('1', { size: 3 }))
  await store.put('1', { offset: 0, bytes: bytesOf('abc'), at: 0 })
  await store.putPart(partOf('2', { size: 3 }))
  await store.put('2', { offset: 0, bytes: bytesOf('xyz'), at: 0 })
  held.add('2')
  await sender.send()
  expect([files.get('1'), ended.has('1'), files.get('2'), requests.length]).toEqual(['abc', true, undefined, 1])
  expect((await store.parts()).map((one) => one.id)).toEqual(['2'])
})

test('nothing is sent while an answer waits', async () => {
  const { sender, store, requests, clock } = setUp()
  await store.putPart(partOf('1', { size: 1 }))
  await store.put('1', { offset: 0, bytes: bytesOf('a'), at: 0 })
  sender.yieldTo(() => clock.now < 5_000)
  await sender.send()
  expect([requests, clock.now >= 5_000]).toEqual([['1@0'], true])
})

test('while a viewer follows, pieces are shorter', async () => {
  const { sender, answers, clock, requests } = setUp()
  sender.begin(partOf('1'), () => undefined)
  answers.push({ size: 2, go: 'near' })
  sender.add('1', bytesOf('ab'))
  clock.now += PIECE_MS
  await vi.waitFor(() => sender.send().then(() => expect(requests).toEqual(['1@0'])))
  sender.add('1', bytesOf('cd'))
  clock.now += NEAR_MS
  await vi.waitFor(() => sender.send().then(() => expect(requests).toEqual(['1@0', '1@2'])))
  // the second answer said on
  sender.add('1', bytesOf('ef'))
  clock.now += NEAR_MS
  await sender.send()
  expect(requests).toHaveLength(2)
})

test('a full server is asked again later, and keeps nothing from being sent then', async () => {
  const { sender, store, files, answers, clock } = setUp()
  await store.putPart(partOf('1', { size: 2 }))
  await store.put('1', { offset: 0, bytes: bytesOf('ab'), at: 0 })
  answers.push({ size: 0, go: 'full' })
  await sender.send()
  expect([files.get('1'), clock.now]).toEqual(['ab', 30_000])
})

test.each<[PieceReply, Order]>([
  [{ size: 0, go: 'renew' }, 'renew'],
  [{ size: 0, go: 'over' }, 'over'],
  [{ size: 3, go: 'elsewhere' }, 'elsewhere'],
  [{ size: 3, go: 'thin' }, 'thin'],
])('the answer %o is told to the recorder', async (reply, order) => {
  const { sender, answers, clock } = setUp()
  const orders: Order[] = []
  sender.begin(partOf('1'), (one) => orders.push(one))
  answers.push(reply)
  sender.add('1', bytesOf('abc'))
  clock.now += PIECE_MS
  await vi.waitFor(async () => {
    await sender.send()
    expect(orders).toEqual([order])
  })
})

test('after the sign-in has ended pieces are kept, and sent once it is renewed', async () => {
  const { sender, store, files, answers, clock } = setUp()
  const told: boolean[] = []
  sender.follow(() => told.push(sender.isAway))
  await store.putPart(partOf('1', { size: 2 }))
  await store.put('1', { offset: 0, bytes: bytesOf('ab'), at: 0 })
  answers.push('away', 'away')
  await sender.send()
  expect([files.get('1'), clock.now, sender.isAway]).toEqual(['ab', 20_000, false])
  expect(told).toContain(true)
})

const key = await crypto.subtle.generateKey({ name: 'AES-CTR', length: 256 }, false, ['encrypt'])

test('a storage provider that fails five times in a row is left for the server, and tried again later', async () => {
  const { sender, store, cloud, clock, files } = setUp()
  const orders: Order[] = []
  cloud.isUp = false
  sender.begin(partOf('1', { key }), (one) => orders.push(one))
  sender.add('1', bytesOf('abc'))
  clock.now += PIECE_MS
  await vi.waitFor(async () => {
    await sender.send()
    expect(orders).toEqual(['here'])
  })
  expect(cloud.asked).toHaveLength(5)
  // as the recorder does: the next part goes to the server
  sender.end('1')
  sender.begin(partOf('2'), () => undefined)
  sender.add('2', bytesOf('xy'))
  clock.now += PIECE_MS
  await vi.waitFor(() => sender.send().then(() => expect(files.get('2')).toBe('xy')))
  expect((await store.parts()).map((one) => one.id)).toContain('1')
  cloud.isUp = true
  sender.end('2')
  clock.now += 60_000
  await vi.waitFor(async () => {
    await sender.send()
    expect(await store.parts()).toEqual([])
  })
  expect(sender.unsent).toBe(0)
})

test('what the server cannot read is read here', async () => {
  const { sender, store } = setUp()
  sender.begin(partOf('1', { key, mime: PICTURES }), () => undefined)
  sender.add('1', packPicture(Uint8Array.of(0xff, 0xd8, 1), 0, true).buffer)
  sender.add('1', packPicture(Uint8Array.of(0xff, 0xd8, 1), 2_000, false).buffer)
  await vi.waitFor(async () => expect(await store.first('1', 1_000)).toHaveLength(2))
  expect((await store.first('1', 1_000)).map((one) => one.found)).toEqual([
    { clusters: [{ at: 8, time: 0 }], init: 8, last: 0 },
    { clusters: [{ at: 19, time: 2_000 }], init: 8, last: 2_000 },
  ])
})

test('without room the oldest pieces go, those of the screen first and of the camera last, and the rest is sent behind a gap', async () => {
  const { sender, store, room, requests, clock, files } = setUp()
  const tracks = { 1: RecordTrack.camera, 2: RecordTrack.screen, 3: RecordTrack.phone }
  for (const [id, track] of Object.entries(tracks)) sender.begin(partOf(id, { track, mime: PICTURES }), () => undefined)
  const picture = (at: number) =>
    packPicture(Uint8Array.of(0xff, 0xd8, ...Array.from({ length: 82 }, () => at)), at * 2_000, at === 0).buffer
  const bytes = picture(1).byteLength
  // 10 pictures of each track, and room for 26 of the 30
  room.bytes = 26 * bytes
  for (let at = 0; at < 10; at++) for (const id of Object.keys(tracks)) sender.add(id, picture(at))
  const kept = async () => Promise.all(Object.keys(tracks).map(async (id) => Math.floor((await store.bytes(id)) / bytes)))
  await vi.waitFor(async () => expect((await kept())[0]).toBe(10))
  const [camera, screen, phone] = await kept()
  expect([camera, phone]).toEqual([10, 10])
  expect(screen).toBeLessThan(7)
  // beyond the screen the phone's go
  room.bytes = 16 * bytes
  sender.add('1', picture(10))
  await vi.waitFor(async () => expect((await kept()).reduce((sum, one) => sum + one, 0)).toBeLessThan(17))
  expect((await kept())[0]).toBe(11)
  clock.now += PIECE_MS
  await vi.waitFor(async () => {
    await sender.send()
    expect(requests.filter((one) => one.endsWith('lost')).length).toBeGreaterThan(1)
    expect(files.get('2')?.length).toBe(8 + 10 * bytes)
  })
  // the head went alone, and the newest picture is there
  expect(files.get('2')?.slice(8, 12)).toBe('____')
})

test('a piece says that the device gives no picture now', async () => {
  const { sender, idle, darks, clock } = setUp()
  sender.begin(partOf('1'), () => undefined)
  for (const [text, isDark] of [
    ['ab', false],
    ['cd', true],
    ['ef', true],
    ['gh', false],
  ] as const) {
    sender.darken('1', isDark)
    sender.add('1', bytesOf(text))
    await vi.waitFor(() => expect(sender.unsent).toBe(2))
    clock.now += PIECE_MS
    await idle()
  }
  expect(darks).toEqual([false, true, true, false])
})

test('pieces a little early are not left for the next second', async () => {
  const { sender, answers, clock, requests } = setUp()
  sender.begin(partOf('1'), () => undefined)
  answers.push({ size: 2, go: 'near' })
  sender.add('1', bytesOf('ab'))
  clock.now += PIECE_MS - 200
  await vi.waitFor(() => sender.send().then(() => expect(requests).toEqual(['1@0'])))
  sender.add('1', bytesOf('cd'))
  clock.now += NEAR_MS - 200
  await vi.waitFor(() => sender.send().then(() => expect(requests).toEqual(['1@0', '1@2'])))
})

test('a piece tells how long ago its film began, by the nearest of its slices; what an earlier page has left does not', async () => {
  const { sender, store, clock, ages, idle } = setUp()
  await store.putPart(partOf('1', { size: 3 }))
  await store.put('1', { offset: 0, bytes: bytesOf('abc'), at: 0 })
  await idle()
  sender.begin(partOf('2', { mime: PICTURES }), () => undefined)
  for (const [at, time] of [
    [1_000, 0],
    [2_900, 2_000],
    [5_400, 4_000],
  ] as const) {
    clock.now = at
    sender.add('2', packPicture(Uint8Array.of(0xff, 0xd8, 1), time, time === 0).buffer)
  }
  await vi.waitFor(async () => expect(await store.first('2', 1_000)).toHaveLength(3))
  clock.now = 5_400 + PIECE_MS
  await idle()
  expect(ages).toEqual([null, String(5_400 + PIECE_MS - 900)])
  // the first picture is nearer still
  sender.began('2', 400)
  sender.add('2', packPicture(Uint8Array.of(0xff, 0xd8, 1), 6_000, false).buffer)
  clock.now += PIECE_MS
  await idle()
  expect(ages.at(-1)).toBe(String(5_400 + 2 * PIECE_MS - 400))
})
