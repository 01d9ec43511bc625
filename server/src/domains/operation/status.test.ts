// The page of the system's state: its figures, its permission, and the processes that are alive.
import { BackupState } from '@shuyuan/contract/operation/backup.ts'
import { status } from '@shuyuan/contract/operation/status.ts'
import { beforeEach, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { allFigures } from '../../kernel/metrics/figure.ts'
import { code } from '../../../test/refusal.ts'
import { findEncoderBy } from '../course/media/media-settings.service.ts'
import { TaskState } from '../common/task.service.ts'
import { noteNode } from './node.service.ts'

const { app, admin, teacher } = await startWith('teacher')
/** The answer is kept for five seconds. */
const seen = async () => {
  app.clock.advance(6)
  return app.ok(status.detail, {}, admin)
}
const sms = (state: 'sent' | 'failed', hoursAgo: number) => ({
  mobile: '13800000001',
  smsType: 'login',
  provider: 'aliyun',
  state,
  content: '',
  createTime: new Date(app.clock.now().getTime() - hoursAgo * 3_600_000),
})

beforeEach(async () => {
  await app.db.deleteFrom('commonTask').execute()
  findEncoderBy(app.app, async () => undefined)
})

test('has the figures of database, disks and program', async () => {
  const { database, disks, version, backup } = await seen()
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(database.version).toMatch(/^\d+/)
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(database.connections).toBeGreaterThan(0)
  expect(database.mostConnections).toBeGreaterThanOrEqual(database.connections)
  expect(database.migration).toMatch(/^\d{14}_/)
  expect(disks[0]!.places).toContain('data')
  expect(backup).toEqual({ isOn: false, lastGood: null })
  expect((await seen()).bus).toEqual({ kind: 'database', isConnected: true })
})

test('counts what was sent within 24 hours', async () => {
  await app.db
    .insertInto('sysSmsLog')
    .values([sms('sent', 1), sms('sent', 2), sms('failed', 3), sms('failed', 25)])
    .execute()
  const found = await seen()
  expect([found.sms, found.mail]).toEqual([
    { sent: 2, failed: 1 },
    { sent: 0, failed: 0 },
  ])
  expect(found.warnings).toContain('sms')
})

test('counts tasks that wait, run and failed within 24 hours; later ones do not wait', async () => {
  const now = app.clock.now()
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const task = { kind: 'test', params: '{}' }
  await app.db
    .insertInto('commonTask')
    .values([
      { ...task, subject: 'a', state: TaskState.waiting, startAfter: at(-7) },
      { ...task, subject: 'b', state: TaskState.waiting, startAfter: at(2) },
      { ...task, subject: 'c', state: TaskState.running },
      { ...task, subject: 'd', state: TaskState.failed, finishTime: at(-1) },
      { ...task, subject: 'e', state: TaskState.failed, finishTime: at(-30) },
    ])
    .execute()
  const { tasks, warnings } = await seen()
  expect(tasks).toEqual({ waiting: 1, running: 1, failed: 1, oldestSeconds: 7 * 3_600 + 6 })
  expect(warnings).toEqual(expect.arrayContaining(['jobsFailed', 'jobsWait']))
})

test('names the encoder that was found', async () => {
  expect((await seen()).encoder).toEqual({ source: 'none', version: '' })
  const nothing = async () => undefined
  findEncoderBy(app.app, async () => ({ source: 'path', version: '7.1', run: nothing, poster: nothing }))
  expect((await seen()).encoder).toEqual({ source: 'path', version: '7.1' })
})

test('lists a process while it is alive', async () => {
  await noteNode(app.app)
  await noteNode(app.app)
  const { nodes, version } = await seen()
  expect(nodes).toMatchObject([{ name: expect.stringContaining(String(process.pid)) as unknown, version, sockets: 0 }])
  expect(nodes[0]!.memoryMb).toBeGreaterThan(10)
  app.clock.advance(80)
  expect((await seen()).nodes).toEqual([])
})

test('names the services outside of which most requests fail', async () => {
  expect((await seen()).services).toEqual([])
  const ask = () => app.app.outgoing.request('http://127.0.0.1:9/', { timeoutMs: 1_000 })
  await expect(ask()).rejects.toThrow('127.0.0.1')
  await expect(ask()).rejects.toThrow('127.0.0.1')
  const { services, warnings } = await seen()
  expect(services).toEqual([{ host: '127.0.0.1', calls: 2, failed: 2 }])
  expect(warnings).toContain('services')
})

test('messages are figures by channel and outcome', async () => {
  await app.db.deleteFrom('sysSmsLog').execute()
  await app.db
    .insertInto('sysSmsLog')
    .values([sms('sent', 1), sms('failed', 2), sms('failed', 30)])
    .execute()
  const figure = allFigures(app.app).find(({ name }) => name === 'messages')!
  expect(await figure.read()).toEqual(
    expect.arrayContaining([
      { value: 1, labels: { channel: 'sms', state: 'sent' } },
      { value: 1, labels: { channel: 'sms', state: 'failed' } },
      { value: 0, labels: { channel: 'mail', state: 'failed' } },
    ]),
  )
})

test('shows the newest good backup', async () => {
  await app.db.insertInto('sysBackup').values({ state: BackupState.good, endTime: app.clock.now() }).execute()
  expect((await seen()).backup.lastGood).toMatch(/^\d{4}-/)
})

test('answers with 50 ms of processor, and is closed to those without the tag', async () => {
  await seen()
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    // the clock on the wall shows the load of the machine as well
    const began = process.cpuUsage()
    await seen()
    const { user, system } = process.cpuUsage(began)
    times.push((user + system) / 1_000)
  }
  expect(Math.min(...times)).toBeLessThan(50)
  expect((await app.call(status.detail, {}, teacher)).code).toBe(code('forbidden'))
})
