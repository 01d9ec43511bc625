import { expect, test } from 'vitest'
import { costOf } from './cpu.ts'

test('saves are counted against the processor time of server and database, without that of the load generator', () =>
  expect(costOf(42_000, { server: 3.9, database: 1.35, load: 10 })).toEqual({
    server: 3.9,
    database: 1.4,
    load: 10,
    perSecond: 8_000,
    perDatabaseSecond: 31_111,
  }))
test('where the system does not tell processor time there is no figure', () => expect(costOf(1, undefined)).toBeUndefined())
