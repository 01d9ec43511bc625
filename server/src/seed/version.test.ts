// What the log of a start says about an upgrade.
import { expect, test } from 'vitest'
import { sharedApp } from '../../test/people.ts'
import { noteVersion, upgradeText } from './version.ts'

const app = await sharedApp()

test('the version that ran before is known from the second start on', async () => {
  await noteVersion(app.db, '1.0.0')
  expect(await noteVersion(app.db, '1.1.0+1a2b')).toBe('1.0.0')
  expect(await noteVersion(app.db, '1.1.0+1a2b')).toBe('1.1.0+1a2b')
})

test('an upgrade names versions, migrations and seconds; a start without one says nothing', () => {
  const applied = ['20260102000000_b.sql', '20260103000000_c.sql']
  expect(upgradeText({ applied, before: '20260101000000_a.sql', ms: 1_234 }, '1.0.0', '1.1.0')).toBe(
    'Version 1.1.0 after 1.0.0: 2 migrations in 1.2 s, from 20260101000000_a to 20260103000000_c.',
  )
  expect(upgradeText({ applied, before: undefined, ms: 50 }, undefined, '1.1.0')).toBe(
    'Version 1.1.0, new database: 2 migrations in 0.1 s.',
  )
  expect(upgradeText({ applied: [], before: 'x', ms: 1 }, '1.0.0', '1.1.0')).toBe('Version 1.1.0 after 1.0.0: the database is the same.')
  expect(upgradeText({ applied: [], before: 'x', ms: 1 }, '1.1.0', '1.1.0')).toBeUndefined()
})
