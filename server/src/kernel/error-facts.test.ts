// An error in the log is its message, code and stack, whatever else hangs on it.
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { newErrorFacts } from './error-facts.ts'

const errorFacts = newErrorFacts()

const lost = () =>
  Object.assign(new Error('terminating connection due to administrator command', { cause: new Error('told to stop') }), {
    code: '57P01',
    client: { connectionParameters: { password: 'secret' }, cache: 'x'.repeat(100_000) },
  })

test('a lost connection is a line without its client', () => {
  const lines: string[] = []
  const http = fastify({ logger: { serializers: { err: errorFacts }, stream: { write: (line: string) => void lines.push(line) } } })
  http.log.warn({ err: lost() }, 'database connection lost')
  expect(lines).toHaveLength(1)
  expect(lines[0]!.length).toBeLessThan(5_000)
  const { err } = JSON.parse(lines[0]!) as { err: Record<string, unknown> }
  expect(Object.keys(err)).toEqual(['type', 'message', 'code', 'stack'])
  expect(err).toMatchObject({ message: 'terminating connection due to administrator command', code: '57P01' })
  expect(err['stack']).toContain('caused by: Error: told to stop')
})

test('what the database names stays, and values of rows do not', () => {
  const twice = Object.assign(new Error('duplicate key'), {
    code: '23505',
    table: 'sys_user',
    constraint: 'sys_user_name',
    detail: '(wang)',
  })
  expect(errorFacts(twice)).toMatchObject({ code: '23505', table: 'sys_user', constraint: 'sys_user_name' })
  expect(errorFacts(twice)).not.toHaveProperty('detail')
})

test('causes that go in a circle end, and what is no error is text', () => {
  const one = new Error('one')
  one.cause = one
  expect(errorFacts(one).stack.split('caused by')).toHaveLength(5)
  expect(errorFacts('gone')).toEqual({ type: 'string', message: 'gone', stack: '' })
  expect(errorFacts(new Error('bare'))).not.toHaveProperty('code')
})

test('a plain object that stands for an error, as the queue of jobs gives one, has its message and stack', () => {
  const told = { message: 'connection refused', stack: 'Error: connection refused\n    at connect', queue: 'mail', values: ['hush'] }
  expect(errorFacts(told)).toEqual({ type: 'object', message: 'connection refused', stack: told.stack })
  expect(errorFacts('gone')).toEqual({ type: 'string', message: 'gone', stack: '' })
  expect(errorFacts(null)).toEqual({ type: 'object', message: 'null', stack: '' })
})
