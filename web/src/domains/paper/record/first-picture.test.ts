// The moment of a film's first picture: by the least delay of a few pictures, and nothing where the browser hands out none.
import { afterEach, expect, test, vi } from 'vitest'
import { watchFirst } from './first-picture.ts'

afterEach(() => void vi.unstubAllGlobals())
const track = {} as MediaStreamTrack

test('is told by the pictures of the track, which are given back', async () => {
  const now = vi.spyOn(performance, 'now')
  const closed: number[] = []
  const cancelled = vi.fn<() => void>()
  // taken at these moments of their own clock, and here so much later
  const pictures = [
    [70_000, 40],
    [70_500, 15],
    [71_000, 90],
    [71_500, 20],
    [72_000, 30],
    [72_500, 1],
  ] as const
  let at = 0
  vi.stubGlobal(
    'MediaStreamTrackProcessor',
    class {
      readable = {
        getReader: () => ({
          read: async () => {
            const [taken, late] = pictures[at++]!
            now.mockReturnValue(taken - 69_000 + late)
            return { done: false, value: { timestamp: taken * 1_000, close: () => closed.push(taken) } }
          },
          cancel: async () => cancelled(),
        }),
      }
    },
  )
  const told: number[] = []
  await watchFirst(track, (moment) => told.push(moment))
  expect(told).toEqual([1_040, 1_015, 1_015, 1_015, 1_015])
  expect([closed.length, cancelled.mock.calls.length]).toEqual([5, 1])
})

test('is not known where the browser hands out no pictures', async () => {
  const told = vi.fn<() => void>()
  await watchFirst(track, told)
  expect(told).not.toHaveBeenCalled()
})
