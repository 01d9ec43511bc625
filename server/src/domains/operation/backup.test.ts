// Backups that the server makes by itself: how they run, what administrators see, and the message when they fail to come.
import { backup, BackupOrigin, BackupStage, BackupState } from '@shuyuan/contract/operation/backup.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startWithEnv } from '../../../test/people.ts'
import { code } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { allFigures } from '../../kernel/metrics/figure.ts'
import { drainTasks } from '../common/task.service.ts'
import { tellLateBackup } from './backup-age.service.ts'
import { backupMaker, nightlyBackup, queueBackup } from './backup-run.service.ts'

const dir = await mkdtemp(join(tmpdir(), 'shuyuan-nightly-'))
const env = { BACKUP_DIR: dir, BACKUP_AT: '03:05', BACKUP_KEEP: '2', BACKUP_PASSPHRASE: 'correct horse battery' }
const { app, admin, teacher } = await startWithEnv(env, 'teacher')
afterAll(() => rm(dir, { recursive: true, force: true }))

const written = (file: string, removed: string[] = []) => ({ file: join(dir, file), bytes: 12_345, contentBytes: 70_000, removed })
const paged = () => app.ok(backup.paging, { current: 1, size: 10, params: {} }, admin)
const makes = (maker: ReturnType<typeof backupMaker>) => backupMaker.replace(app.app, maker)
const HOUR = 3_600

beforeEach(async () => {
  await app.db.deleteFrom('sysBackup').execute()
  await app.db.deleteFrom('commonTask').execute()
  makes(async () => written('shuyuan-20261123-023000.backup'))
})

test('the plan is that of the environment, at the time of the site', async () => {
  expect(await app.ok(backup.detail, {}, admin)).toMatchObject({
    plan: { dir, at: '03:05', keep: 2, timeZone: 'Asia/Shanghai' },
    lastGood: null,
    late: false,
    running: false,
  })
  expect(nightlyBackup(app.app)).toMatchObject({ cron: '5 3 * * *' })
})

test('a backup on demand runs as a task and is listed with size and file; what gave way is marked', async () => {
  await app.ok(backup.run, {}, admin)
  await drainTasks(app.app)
  makes(async ({ options, awaited }) => {
    expect([options, awaited]).toEqual([{ keep: 2, out: dir, passphrase: 'correct horse battery' }, true])
    return written('shuyuan-20261124-023000.backup', ['shuyuan-20261123-023000.backup'])
  })
  await app.ok(backup.run, {}, admin)
  await drainTasks(app.app)
  const { records } = await paged()
  const good = { backupState: BackupState.good, origin: BackupOrigin.user, bytes: 12_345, contentBytes: 70_000, verified: true, error: '' }
  expect(records).toEqual([
    expect.objectContaining({ ...good, file: 'shuyuan-20261124-023000.backup', removed: false }),
    expect.objectContaining({ ...good, file: 'shuyuan-20261123-023000.backup', removed: true }),
  ])
  expect(await app.ok(backup.detail, {}, admin)).toMatchObject({ running: false, late: false, lastContentBytes: 70_000 })
})

test('while one runs its progress is shown, and a second one is refused', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  makes(async (_order, onBytes) => {
    onBytes('copy', 50_000)
    await promise
    return written('shuyuan-20261123-023000.backup')
  })
  await app.ok(backup.run, {}, admin)
  const done = drainTasks(app.app)
  await vi.waitFor(async () => {
    expect((await paged()).records).toMatchObject([{ backupState: BackupState.running, stage: BackupStage.copy, contentBytes: 50_000 }])
  })
  expect((await app.ok(backup.detail, {}, admin)).running).toBe(true)
  expect((await app.call(backup.run, {}, admin)).code).toBe(code('backupRunning'))
  resolve()
  await done
  expect((await paged()).records).toMatchObject([{ backupState: BackupState.good }])
})

test('a failed backup says why and is not good; one on demand is not tried again', async () => {
  makes(() => Promise.reject(new Error('no space left on device')))
  await app.ok(backup.run, {}, admin)
  await drainTasks(app.app)
  const { records } = await paged()
  expect(records).toMatchObject([{ backupState: BackupState.failed, verified: false, error: 'no space left on device', file: '' }])
  expect((await app.ok(backup.detail, {}, admin)).lastGood).toBeNull()
})

test('the nightly job queues one backup, also when it runs on two nodes', async () => {
  makes(async ({ awaited }) => {
    expect(awaited).toBe(false)
    return written('shuyuan-20261123-023000.backup')
  })
  await nightlyBackup(app.app).run({})
  await nightlyBackup(app.app).run({})
  await drainTasks(app.app)
  expect((await paged()).records).toMatchObject([{ origin: BackupOrigin.night, backupState: BackupState.good }])
})

test('a row that a killed process left open is closed by the next backup', async () => {
  await app.db.insertInto('sysBackup').values({ origin: BackupOrigin.night }).execute()
  await queueBackup(app.ctx(), BackupOrigin.night)
  await drainTasks(app.app)
  expect((await paged()).records.map((row) => row.backupState)).toEqual([BackupState.good, BackupState.failed])
})

describe('the age of the newest good backup', () => {
  const inbox = async () => (await app.ok(msg.paging, { current: 1, size: 10, params: {} }, admin)).records.map(({ title }) => title)
  const figure = async () =>
    (
      await allFigures(app.app)
        .find(({ name }) => name === 'backup_age_seconds')!
        .read()
    )[0]!.value

  test('is a figure, and after 26 hours a message once a day to who may see the backups', async () => {
    await app.db.insertInto('sysBackup').values({ state: BackupState.good, endTime: app.clock.now() }).execute()
    app.clock.advance(25 * HOUR)
    await tellLateBackup(app.app)
    expect([await inbox(), Math.round((await figure()) / HOUR)]).toEqual([[], 25])
    app.clock.advance(2 * HOUR)
    await tellLateBackup(app.app)
    app.clock.advance(HOUR)
    await tellLateBackup(app.app)
    expect(await inbox()).toEqual(['备份过期'])
    expect((await app.ok(backup.detail, {}, admin)).late).toBe(true)
    app.clock.advance(24 * HOUR)
    await tellLateBackup(app.app)
    expect(await inbox()).toHaveLength(2)
    expect((await app.ok(msg.paging, { current: 1, size: 10, params: {} }, teacher)).total).toBe(0)
  })
})

test('without a folder nothing is made, nobody is told, and there is no figure', async () => {
  const other = await startApp({ databaseUrl: app.databaseUrl })
  const signedIn = await other.as('admin')
  expect((await other.ok(backup.detail, {}, signedIn)).plan).toBeNull()
  expect((await other.call(backup.run, {}, signedIn)).code).toBe(code('backupOff'))
  expect(allFigures(other.app).some(({ name }) => name === 'backup_age_seconds')).toBe(false)
  await other.close()
})
