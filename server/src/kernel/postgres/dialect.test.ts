import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/people.ts'

const { db } = await sharedApp()

test('an empty list matches nothing, and its opposite everything', async () => {
  const all = await db.selectFrom('sysRole').select('id').execute()
  expect(await db.selectFrom('sysRole').where('id', 'in', []).select('id').execute()).toEqual([])
  expect(await db.selectFrom('sysRole').where('id', 'not in', []).select('id').execute()).toEqual(all)
  const either = db.selectFrom('sysRole').where((eb) => eb.or([eb('id', 'in', []), eb('id', '=', '1')]))
  expect(await either.select('id').execute()).toEqual([{ id: '1' }])
})
