// A bank with every type and every rule goes out and back through each format; every difference was announced, and every announced one is there.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyQuestion } from '../../../../test/any-question.ts'
import { everyQuestion } from '../../../../test/every-question.ts'
import { meaningOf, wrongOf } from '../../../../test/format-differences.ts'
import { trips } from '../../../../test/format-trips.ts'

const SEED = 20_261_130
const RUNS = 200
const none = { unannounced: [], untrue: [] }

describe.each(Object.entries(trips))('%s', (_format, trip) => {
  test.each(everyQuestion.map(({ name, question }, at) => [`${at} ${question.quType} ${name}`, question] as const))(
    '%s',
    (_name, given) => {
      expect(wrongOf(trip(given), given)).toEqual(none)
    },
  )

  // a failure prints the question and the seed; it is mended, and its question joins every-question.ts
  test('questions that are made up', () => {
    fc.assert(
      fc.property(anyQuestion, (given) => {
        fc.pre(!meaningOf(given).hasError)
        expect(wrongOf(trip(given), given)).toEqual(none)
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })
})
