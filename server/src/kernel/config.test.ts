import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('settings from the environment', () => {
  test('have defaults that work with nothing set', () => {
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
  ])('%s=%s is refused with its name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}=${value}`))
  })
  test.each([
    ['DATABASE_URL', 'mysql://root:hush@x'],
    ['REDIS_URL', 'hush@localhost:6379'],
    ['ADMIN_PASSWORD', 'hush'],
  ])('%s is refused with its name, and its value is not repeated', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(name))
    expect(() => readConfig({ [name]: value })).not.toThrow(/hush/)
  })
  test('every wrong variable is named at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT[\s\S]*LOG_LEVEL/)
  })
})
