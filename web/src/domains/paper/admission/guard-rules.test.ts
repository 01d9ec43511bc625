// What the start page says of captures: that failures in a row take the paper, and how many.
import { expect, test } from 'vitest'
import type { Facts } from './Entrance.tsx'
import { roomRules } from './guard-rules.ts'

const facts = (face: string, faceChance: number) => ({ signals: { face, leave: 'ignore' }, faceChance }) as Facts
const said = (face: string, faceChance: number, captureMinutes: number) =>
  roomRules(facts(face, faceChance), { fullScreen: false, captureMinutes }).join('')

test('an exam with captures names the number of failures that takes the paper, one included', () => {
  expect(said('force', 3, 5)).toContain('抓拍不到人脸、有多张人脸或不是本人算失败，连续失败3次将自动交卷。')
  expect(said('force', 1, 5)).toContain('连续失败1次将自动交卷。')
})

test('nothing is said where failures only warn, or this candidate is not captured', () => {
  expect(said('warn', 3, 5)).not.toContain('自动交卷')
  expect(said('force', 3, 0)).toBe('')
})
