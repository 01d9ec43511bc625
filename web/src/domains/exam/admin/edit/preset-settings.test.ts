import { examDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { examPreset, PresetSettings } from '@shuyuan/contract/exam/preset/preset.ts'
import { expect, test } from 'vitest'
import { builtIn, changesOf } from './preset-settings.ts'

test('a built-in preset together with the plain values is one that the server stores', () => {
  const stored = builtIn.map(({ title, settings }) => {
    const kept = Object.keys(PresetSettings.shape)
    const whole = Object.fromEntries(Object.entries({ ...examDefaults, ...settings }).filter(([name]) => kept.includes(name)))
    return examPreset.save.input.safeParse({ title, shared: false, settings: whole }).success
  })
  expect(stored).toEqual([true, true, true])
})

test('a preset changes what differs, and nothing that is fixed', () => {
  const values = { tries: 1, minutes: 60, signals: { leave: 'force' } }
  expect(changesOf(values, { tries: 2, minutes: 30, signals: { leave: 'force' } }, ['minutes'])).toEqual([['tries', 2]])
})
