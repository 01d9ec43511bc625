import { describe, expect, test } from 'vitest'
import type { FrameSeen } from '../../providers/face/face.ts'
import { didActions, drawActions } from './challenge.rules.ts'

const frame = (yaw: number, more: { share?: number; like?: number } = {}): FrameSeen => ({
  width: 200,
  share: more.share ?? 0.4,
  yaw,
  pitch: 0,
  vector: new Float32Array([more.like ?? 0, 0]),
})

test('draws three actions, no two neighbours alike, in many orders', () => {
  let seed = 1
  const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
  const drawn = Array.from({ length: 200 }, () => drawActions(random))
  for (const actions of drawn) {
    expect(actions).toHaveLength(3)
    expect(actions.some((one, at) => one === actions[at + 1])).toBe(false)
  }
  expect(new Set(drawn.map(String)).size).toBe(12)
})

describe('frames', () => {
  const actions = ['left', 'front', 'right'] as const
  const good = [frame(0), frame(-0.4), frame(0.1), frame(0.45)]

  test('that show the turns in order are accepted', () => expect(didActions(actions, good)).toBe(true))

  test.each<[string, FrameSeen[]]>([
    ['a photo held before the camera', [frame(0), frame(0), frame(0), frame(0)]],
    ['the wrong order', [frame(0), frame(0.45), frame(0.1), frame(-0.4)]],
    ['a turned first picture', [frame(0.4), ...good.slice(1)]],
    ['a missing frame', good.slice(0, 3)],
    ['a frame without a face', [good[0]!, { problem: 'none' }, good[2]!, good[3]!]],
    ['several people', [good[0]!, { problem: 'many' }, good[2]!, good[3]!]],
    ['another person in between', [good[0]!, frame(-0.4, { like: 0.8 }), good[2]!, good[3]!]],
    ['a face that jumps in size', [good[0]!, frame(-0.4, { share: 0.1 }), good[2]!, good[3]!]],
  ])('that show %s are refused', (_what, frames) => expect(didActions(actions, frames)).toBe(false))
})
