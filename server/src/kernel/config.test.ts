import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { addressOf, isReachable, readConfig, trustOf } from './config.ts'

describe('settings from the environment', () => {
  test('have working defaults when nothing is set', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      dataDir: '.data',
      databaseUrl: undefined,
      timeZone: 'Asia/Shanghai',
      logLevel: 'info',
    })
  })
  test('an empty variable counts as not set', () =>
    expect(readConfig({ DATABASE_URL: '', PORT: '' })).toMatchObject({ port: 8080, databaseUrl: undefined }))
  test.each([
    ['PORT', '99999'],
    ['PORT', 'eighty'],
    ['LOG_LEVEL', 'loud'],
    ['TIME_ZONE', 'Mars/Base'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '-1'],
    ['CONTENT_HOST', 'https://content.school.example'],
    ['CONTENT_HOST', '10.0.0.1'],
    ['CONTENT_HOST', 'a;b'],
  ])('%s=%s is refused with its name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}=${value}`))
  })
  test.each(['PORT', 'DB_POOL', 'DISK_MIN_MB'])('%s that is no number says what it must be', (name) => {
    expect(() => readConfig({ [name]: 'many' })).toThrow(/must be a whole number from \d+ to \d+/)
    expect(() => readConfig({ [name]: '1.5' })).not.toThrow(/NaN|expected/)
  })
  test('a file with a passphrase that is missing is named', () => {
    const env = { BACKUP_DIR: '/backup', BACKUP_PASSPHRASE_FILE: '/nowhere/passphrase' }
    expect(() => readConfig(env)).toThrow('BACKUP_PASSPHRASE_FILE=/nowhere/passphrase: there is no such file.')
    expect(() => readConfig({ ...env, BACKUP_PASSPHRASE_FILE: '/' })).toThrow('this is a folder')
  })
  test('a folder for backups needs a passphrase that cannot be guessed; the plan has defaults', () => {
    expect(() => readConfig({ BACKUP_DIR: '/backup' })).toThrow('BACKUP_PASSPHRASE')
    expect(() => readConfig({ BACKUP_DIR: '/backup', BACKUP_PASSPHRASE: 'short' })).toThrow('at least 12 characters')
    const set = { BACKUP_DIR: '/backup', BACKUP_PASSPHRASE: 'correct horse battery' }
    expect(readConfig(set).backup).toEqual({ dir: '/backup', at: '02:30', keep: 7, passphrase: 'correct horse battery' })
    expect(() => readConfig({ ...set, BACKUP_AT: '25:00' })).toThrow('BACKUP_AT=25:00')
    expect(readConfig({ BACKUP_PASSPHRASE: 'correct horse battery' }).backup).toBeUndefined()
  })
  test('the log is archived for the built-in database with backups only', () => {
    const backups = { BACKUP_DIR: '/backup', BACKUP_PASSPHRASE: 'correct horse battery' }
    expect(readConfig({ ...backups, WAL_ARCHIVE_DIR: '/wal' }).walArchiveDir).toBe('/wal')
    expect(() => readConfig({ WAL_ARCHIVE_DIR: '/wal' })).toThrow('needs BACKUP_DIR')
    expect(() => readConfig({ ...backups, WAL_ARCHIVE_DIR: '/wal', DATABASE_URL: 'postgres://localhost/x' })).toThrow('built-in')
  })
  test.each([
    ['DATABASE_URL', 'mysql://root:hush@x'],
    ['REDIS_URL', 'hush@localhost:6379'],
    ['ADMIN_PASSWORD', 'hush'],
    ['SEAL_KEYS', 'hush'],
    ['SEAL_KEYS', `${Buffer.alloc(32).toString('base64')},hush`],
  ])('%s is refused with its name, and its value is not repeated', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(name))
    expect(() => readConfig({ [name]: value })).not.toThrow(/hush/)
  })
  test('the error names every wrong variable', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT[\s\S]*LOG_LEVEL/)
  })
  test.each([
    ['1', 1],
    ['true', 1],
    ['false', false],
    ['0', false],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ])('TRUST_PROXY=%s trusts %j', (given, trusted) => {
    expect(readConfig({ TRUST_PROXY: given }).trustProxy).toEqual(trusted)
  })
})

test.each([
  [{}, true, '127.0.0.1', 'http://localhost:8080', false],
  [{ HOST: '0.0.0.0' }, true, '0.0.0.0', 'http://localhost:8080', true],
  [{ TRUST_PROXY: '1' }, true, '127.0.0.1', 'http://localhost:8080', true],
  [{ HOST: '192.168.1.7', PORT: '80' }, true, '192.168.1.7', 'http://192.168.1.7:80', true],
  [{ HOST: 'fd00::7' }, true, 'fd00::7', 'http://[fd00::7]:8080', true],
  [{ DEMO: 'false' }, false, '0.0.0.0', 'http://localhost:8080', true],
  [{ DATABASE_URL: 'postgres://x' }, false, '0.0.0.0', 'http://localhost:8080', true],
  [{ DATABASE_URL: 'postgres://x', DEMO: 'true' }, true, '127.0.0.1', 'http://localhost:8080', false],
])('%j: a demonstration %s, listens on %s, is opened at %s', (given, demo, host, address, reachable) => {
  const config = readConfig(given)
  expect(config).toMatchObject({ demo, host })
  expect([addressOf(config), isReachable(config)]).toEqual([address, reachable])
})

test('a first password that everybody would try is refused', () => {
  expect(() => readConfig({ ADMIN_PASSWORD: 'Admin@2026' })).toThrow(/ADMIN_PASSWORD/)
  expect(readConfig({ ADMIN_PASSWORD: 'Kettle-Violin-82' }).adminPassword).toBe('Kettle-Violin-82')
})

test.each([
  // the caller wrote 6.6.6.6 itself; one proxy added 203.0.113.9, a second one the address of the first
  ['false', '6.6.6.6, 203.0.113.9', '127.0.0.1'],
  ['1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['2', '6.6.6.6, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
  ['127.0.0.1, 10.0.0.0/8', '6.6.6.6, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
  ['10.0.0.0/8', '6.6.6.6', '127.0.0.1'],
])('with TRUST_PROXY=%s a call of %s came from %s', async (given, forwarded, ip) => {
  const http = fastify({ trustProxy: trustOf(readConfig({ TRUST_PROXY: given })) })
  http.get('/', async (request) => request.ip)
  expect((await http.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } })).body).toBe(ip)
  await http.close()
})
