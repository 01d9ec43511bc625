// What of the state of a site is a warning.
import { expect, test } from 'vitest'
import { failingOf, type Judged, warningsOf } from './status.rules.ts'

const calm: Judged = {
  disk: 'ok',
  bus: { isConnected: true },
  backup: { isOn: true, late: false },
  database: { connections: 20, mostConnections: 100 },
  jobs: { failed: 0, oldestSeconds: 3 },
  tasks: { failed: 0, oldestSeconds: 3_000 },
  services: [],
  sms: { sent: 95, failed: 5 },
  mail: { sent: 0, failed: 0 },
  nodes: [{ version: '1.0.0' }, { version: '1.0.0' }],
}

test('a site in order has none', () => {
  expect(warningsOf(calm)).toEqual([])
})

test.each<[string, Partial<Judged>]>([
  ['failing', { disk: 'failing' }],
  ['full', { disk: 'full' }],
  ['bus', { bus: { isConnected: false } }],
  ['low', { disk: 'low' }],
  ['backupLate', { backup: { isOn: true, late: true } }],
  ['backupOff', { backup: { isOn: false, late: false } }],
  ['connections', { database: { connections: 90, mostConnections: 100 } }],
  ['services', { services: [{}] }],
  ['jobsFailed', { tasks: { failed: 1, oldestSeconds: 0 } }],
  ['jobsWait', { jobs: { failed: 0, oldestSeconds: 601 } }],
  ['sms', { sms: { sent: 8, failed: 2 } }],
  ['mail', { mail: { sent: 0, failed: 1 } }],
  ['versions', { nodes: [{ version: '1.0.0' }, { version: '1.1.0' }] }],
])('%s', (name, more) => {
  expect(warningsOf({ ...calm, ...more })).toEqual([name])
})

test('a service fails when most requests to it do', () => {
  const [good, half, bad] = [
    { calls: 9, failed: 0 },
    { calls: 4, failed: 2 },
    { calls: 3, failed: 2 },
  ]
  expect(failingOf([good, half, bad])).toEqual([bad])
})

test('several are told, the worst first', () => {
  expect(warningsOf({ ...calm, disk: 'full', backup: { isOn: false, late: false }, sms: { sent: 0, failed: 1 } })).toEqual([
    'full',
    'backupOff',
    'sms',
  ])
})
