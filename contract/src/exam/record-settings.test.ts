import { expect, test } from 'vitest'
import { recordNeeds, recordPlace } from './record-settings.ts'

const face = { camera: true, sound: false, screen: false, phone: false }
const all = { camera: true, sound: true, screen: true, phone: true }

test('many candidates and a wide line go to the cloud by themselves, where there is one', () => {
  expect([300, 301].map((people) => recordPlace('auto', face, people, true))).toEqual(['here', 'cloud'])
  expect(recordNeeds(all, 180).line.most).toBeGreaterThan(50)
  expect(recordPlace('auto', all, 180, true)).toBe('cloud')
  expect([recordPlace('auto', all, 9_000, false), recordPlace('here', all, 9_000, true), recordPlace('cloud', face, 1, true)]).toEqual([
    'here',
    'here',
    'cloud',
  ])
  expect(recordPlace('cloud', face, 1, false)).toBe('here')
})
