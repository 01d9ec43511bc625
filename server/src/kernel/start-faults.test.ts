import { expect, test } from 'vitest'
import { mustBeOffice, nearMisses, portText } from './start-faults.ts'

test('a variable that is almost a setting is told; those of the system are not', () => {
  expect(nearMisses({ DATABSE_URL: 'x', BACKUP_PASSPHRASE_FIL: 'x', data_dir: 'x' })).toEqual([
    'DATABSE_URL is no setting and has no effect. Is DATABASE_URL meant?',
    'BACKUP_PASSPHRASE_FIL is no setting and has no effect. Is BACKUP_PASSPHRASE_FILE meant?',
    'data_dir is no setting and has no effect. Is DATA_DIR meant?',
  ])
  expect(
    nearMisses({ HOSTNAME: 'x', PATH: 'x', HOME: 'x', PWD: 'x', LANG: 'x', NODE_ENV: 'x', DATABASE_URL: 'x', BACKUP_DIR: 'x' }),
  ).toEqual([])
  expect(nearMisses({ OTEL_SERVICE_NAME: 'x', OTEL_BSP_SCHEDULE_DELAY: 'x' })).toEqual([])
})

test('LIBREOFFICE names a program, or nothing at all', async () => {
  await expect(mustBeOffice('/nope')).rejects.toThrow('LIBREOFFICE=/nope: there is no program')
  for (const one of [undefined, 'off', process.execPath]) await expect(mustBeOffice(one)).resolves.toBeUndefined()
})

test('a port that cannot be had is named', () => {
  const config = { port: 80, host: '10.9.9.9' }
  const text = (code: string) => portText(Object.assign(new Error('x'), { code, syscall: 'listen' }), config)
  expect(text('EADDRINUSE')).toBe('PORT=80: another program listens there. Stop it, or set another PORT.')
  expect(text('EACCES')).toContain('PORT=80')
  expect(text('EADDRNOTAVAIL')).toContain('HOST=10.9.9.9')
  expect(portText(new Error('another'), config)).toBeUndefined()
})
