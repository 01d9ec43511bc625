// Pages of large tables: the same rows as by offset, and totals that say when they are estimates.
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApp } from '../../test/people.ts'
import { gathered, lookedUp } from './database.ts'
import { keyedPageOf, knownPageOf } from './page.ts'

const app = await sharedApp()
const COUNT = 25
await sql`insert into sys_hotel (hotel_code, zwmc) select 'P' || lpad(n::text, 3, '0'), '店' || n % 4 from generate_series(1, ${COUNT}) n`.execute(
  app.app.db,
)

type Order = { column: string; asc: boolean }
function page(current: number, { orders = [], ...more }: { orders?: Order[]; most?: number; deepest?: number; isWhole?: boolean } = {}) {
  const { db } = app.app
  return keyedPageOf(
    db,
    db.selectFrom('sysHotel').where('hotelCode', 'like', 'P%'),
    { current, size: 10, orders },
    {
      key: 'hotelCode',
      sortable: { zwmc: 'zwmc', code: sql`upper(hotel_code)` },
      fallback: [['hotelCode', 'asc']],
      read: (keys) => db.selectFrom('sysHotel').where('hotelCode', 'in', keys).select(['hotelCode as id', 'zwmc']).execute(),
      ...more,
    },
  )
}
function knownPage(current: number, orders: Order[] = [], total = COUNT) {
  const { db } = app.app
  const found = db.selectFrom('sysHotel').where('hotelCode', 'like', 'P%')
  return knownPageOf(
    found,
    { current, size: 10, orders },
    {
      key: 'hotelCode',
      sortable: { zwmc: 'zwmc' },
      fallback: [['hotelCode', 'asc']],
      read: (keys) => db.selectFrom('sysHotel').where('hotelCode', 'in', keys).select(['hotelCode as id', 'zwmc']).execute(),
      total,
    },
  )
}
const idsOf = ({ records }: { records: { id: string }[] }) => records.map((row) => row.id)

test('a page has the rows of its place, in order', async () => {
  const last = await page(3)
  expect(idsOf(last)).toEqual(['P021', 'P022', 'P023', 'P024', 'P025'])
  expect(last).toMatchObject({ total: COUNT, pages: 3, about: false })
})

test('equal rows follow the direction of the order, and an order may be an expression', async () => {
  expect(idsOf(await page(1, { orders: [{ column: 'zwmc', asc: false }] })).slice(0, 3)).toEqual(['P023', 'P019', 'P015'])
  expect(idsOf(await page(1, { orders: [{ column: 'zwmc', asc: true }] })).slice(0, 3)).toEqual(['P004', 'P008', 'P012'])
  expect(idsOf(await page(1, { orders: [{ column: 'code', asc: false }] }))[0]).toBe('P025')
  await expect(page(1, { orders: [{ column: 'fr', asc: true }] })).rejects.toMatchObject({ name: expect.any(String) as string })
})

test('above the number that is counted the total is an estimate, which the last page and a page without rows correct', async () => {
  const first = await page(1, { most: 12 })
  expect(first.about).toBe(true)
  expect(first.total).toBeGreaterThan(12)
  expect(await page(3, { most: 12 })).toMatchObject({ total: COUNT, about: false })
  expect(await page(9, { most: 12 })).toMatchObject({ records: [], total: COUNT, about: false })
})

test('a page that comes with its count has the rows of its place and the number of all', async () => {
  const second = await page(2, { isWhole: true })
  expect(idsOf(second)).toEqual(Array.from({ length: 10 }, (_one, at) => `P0${11 + at}`))
  expect(second).toMatchObject({ total: COUNT, pages: 3, about: false })
  expect(await page(4, { isWhole: true })).toMatchObject({ records: [], total: COUNT, about: false })
  const first = await page(1, { isWhole: true, most: 20 })
  expect(first.records).toHaveLength(10)
  expect(first.about).toBe(true)
})

test('where the number of rows is known, pages from either end are the same as by offset', async () => {
  for (const orders of [[], [{ column: 'zwmc', asc: true }], [{ column: 'zwmc', asc: false }]])
    for (const current of [1, 2, 3]) expect(await knownPage(current, orders)).toEqual(await page(current, { orders }))
  expect(await knownPage(4)).toMatchObject({ records: [], total: COUNT, pages: 3 })
  expect(await knownPage(1, [], 0)).toMatchObject({ records: [], total: 0, pages: 0 })
  await expect(knownPage(1, [{ column: 'fr', asc: true }])).rejects.toMatchObject({ name: expect.any(String) as string })
})

test('a page without rows counts all of them once', async () => {
  expect(await page(8, { most: 11 })).toMatchObject({ records: [], total: COUNT, about: false })
  await sql`insert into sys_hotel (hotel_code, zwmc) values ('P100', '店')`.execute(app.app.db)
  expect(await page(8, { most: 11 })).toMatchObject({ records: [], total: COUNT, about: true })
  await sql`delete from sys_hotel where hotel_code = 'P100'`.execute(app.app.db)
})

test.each([
  ['looked up', (selected: RawBuilder<unknown>) => lookedUp(sql`hotel_code in (${selected})`)],
  ['gathered', (selected: RawBuilder<unknown>) => gathered(sql`hotel_code`, selected)],
])('the estimate knows how many rows a condition selects that is %s', async (_name, condition) => {
  const { db } = app.app
  await sql`analyze sys_hotel`.execute(db)
  const few = condition(sql`select hotel_code from sys_hotel where hotel_code in ('P001', 'P002', 'P003')`)
  const found = db.selectFrom('sysHotel').where('hotelCode', 'like', 'P%').where(few)
  const read = (keys: string[]) => db.selectFrom('sysHotel').where('hotelCode', 'in', keys).select('hotelCode as id').execute()
  const plan = { key: 'hotelCode', sortable: {}, fallback: [['hotelCode', 'asc']] as [string, 'asc'][], most: 1, read }
  const first = await keyedPageOf(db, found, { current: 1, size: 1 }, plan)
  expect(first.about).toBe(true)
  expect(first.total).toBeLessThanOrEqual(4)
})

test('a page behind the deepest row counts no more than the pages before it', async () => {
  expect(await page(101, { most: 3, deepest: 1_000 })).toMatchObject({ records: [], about: true })
})

test('an order without an index ends at its deepest row', async () => {
  expect(await page(2, { deepest: 14 })).toMatchObject({ total: 14, pages: 2, about: true })
  expect((await page(2, { deepest: 14 })).records).toHaveLength(4)
  expect((await page(3, { deepest: 14 })).records).toHaveLength(0)
})
