import { afterEach, expect, test, vi } from 'vitest'
import { coverOf, cutTo } from './cut-to.ts'

const portrait = { width: 295, height: 413 }
afterEach(() => vi.restoreAllMocks())

test('the middle of a wide picture, and of a tall one, is taken in the proportions of the target', () => {
  expect(coverOf({ width: 1_180, height: 413 }, portrait)).toEqual({ width: 295, height: 413, left: 442.5, top: 0 })
  expect(coverOf({ width: 590, height: 1_000 }, portrait)).toEqual({ width: 590, height: 826, left: 0, top: 87 })
})

/** The browser reads a picture of this size. */
const read = (width: number, height: number) =>
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close: vi.fn<() => void>() }))

test('a picture of that size, a smaller one, and a file that is no picture stay as they are', async () => {
  const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' })
  read(295, 413)
  expect(await cutTo(file, portrait)).toBe(file)
  read(200, 413)
  expect(await cutTo(file, portrait)).toBe(file)
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
  expect(await cutTo(file, portrait)).toBe(file)
  vi.unstubAllGlobals()
})

test.each([
  ['a larger one', 640, 480, {}],
  ['a smaller one of a camera', 480, 360, { enlarge: true }],
])('%s is drawn in exactly that size', async (_name, width, height, more) => {
  read(width, height)
  const drawImage = vi.fn<(...args: unknown[]) => void>()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect: () => undefined, drawImage } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
    done(new Blob([`${this.width}×${this.height}`], { type: 'image/jpeg' }))
  })
  const made = await cutTo(new File(['x'], 'a.png', { type: 'image/png' }), portrait, more)
  expect([made.name, await made.text()]).toEqual(['a.jpg', '295×413'])
  expect(drawImage.mock.calls[0]?.slice(-4)).toEqual([0, 0, 295, 413])
  vi.unstubAllGlobals()
})
