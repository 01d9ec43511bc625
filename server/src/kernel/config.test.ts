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
    ['DATABASE_URL', 'mysql://x'],
    ['REDIS_URL', 'localhost:6379'],
    ['LOG_LEVEL', 'loud'],
    ['ADMIN_PASSWORD', 'short'],
    ['TIME_ZONE', 'Mars/Base'],
  ])('%s=%s is refused with its name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}=${value}`))
  })
  test('every wrong variable is named at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT[\s\S]*LOG_LEVEL/)
  })
})
