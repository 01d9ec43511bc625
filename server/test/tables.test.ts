import { afterAll, expect, it } from 'vitest'
import { describeSchema, readSchema } from '../../scripts/schema.ts'
import { writeTableTypes } from '../../scripts/table-types.ts'
import { cloneDatabase } from './database.ts'

const database = await cloneDatabase()
afterAll(() => database.drop())

it('the types of the tables are current; if not, run npm run tables', () => {
  expect(() => writeTableTypes(database.url, true)).not.toThrow()
})

it('docs/schema is current; if not, run npm run tables', async () => {
  expect(Object.fromEntries(readSchema())).toEqual(Object.fromEntries(await describeSchema(database.url)))
})

it('every table has a comment', async () => {
  const sections = [...(await describeSchema(database.url)).values()].flatMap((text) => text.split('\n## ').slice(1))
  expect(sections.length).toBeGreaterThan(70)
  expect(
    sections.filter((section) => /^\w+\n\n\|/.test(section)).map((section) => section.split('\n')[0]),
    'tables whose migration has no `comment on table`',
  ).toEqual([])
})
