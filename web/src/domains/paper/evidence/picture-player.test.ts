// A part of pictures on the axis: the one before each place is shown, and some are fetched at a time.
import { PICTURE_MARK, packPicture } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Part } from './axis.ts'
import { PicturePlayer } from './picture-player.ts'

const COUNT = 40
const packed = Array.from({ length: COUNT }, (_, at) => packPicture(Uint8Array.of(0xff, 0xd8, at), at * 2_000, at === 0))
const file = Buffer.concat(packed)
const starts = packed.map((_, at) => Buffer.concat(packed.slice(0, at)).length + (at === 0 ? PICTURE_MARK : 0))
const part = {
  id: '5',
  stretch: 0,
  zeroMs: 10_000,
  fromMs: 10_000,
  toMs: 10_000 + COUNT * 2_000,
  bytes: file.length,
  address: '/media/5',
  clusters: starts.map((at, index) => [at, index * 2_000]),
} as unknown as Part

beforeEach(() => {
  URL.createObjectURL = (blob) => `blob:${(blob as Blob).size}`
  URL.revokeObjectURL = () => undefined
})

function setUp(act = async (_part: Part, from: number, to: number) => new Uint8Array(file.subarray(from, to)).buffer) {
  const asked: [number, number][] = []
  const image = document.createElement('img')
  const player = new PicturePlayer(image, async (one, from, to) => {
    asked.push([from, to])
    return act(one, from, to)
  })
  return { player, image, asked }
}

it('shows the picture before a place, and fetches the next ones before they are needed', async () => {
  const { player, image, asked } = setUp()
  expect(player.show(part, 10_500)).toBe('loading')
  await vi.waitFor(() => expect(player.show(part, 10_500)).toBe('picture'))
  expect(asked).toEqual([[starts[0], starts[12]]])
  expect(image.src).toContain('blob:')
  expect(player.show(part, 10_000 + 5 * 2_000)).toBe('picture')
  // half of what was fetched is behind
  expect(player.show(part, 10_000 + 8 * 2_000)).toBe('picture')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  // a place far away
  expect(player.show(part, 10_000 + 35 * 2_000)).toBe('loading')
  await vi.waitFor(() => expect(player.show(part, 10_000 + 35 * 2_000)).toBe('picture'))
  player.close()
  expect(image.getAttribute('src')).toBeNull()
})

it('says that pictures could not be fetched, and that a deleted part has none', async () => {
  const { player } = setUp(() => Promise.reject(new Error('404')))
  player.show(part, 10_500)
  await vi.waitFor(() => expect(player.show(part, 10_500)).toBe('failed'))
  expect(setUp().player.show({ ...part, address: '' }, 10_500)).toBe('hole')
})
