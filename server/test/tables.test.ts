import { afterAll, expect, it } from 'vitest'
import { writeTableTypes } from '../../scripts/table-types.ts'
import { cloneDatabase } from './database.ts'

const database = await cloneDatabase()
afterAll(() => database.drop())

it('finds the types of the tables current; if not, run npm run tables', () => {
  expect(() => writeTableTypes(database.url, true)).not.toThrow()
})
