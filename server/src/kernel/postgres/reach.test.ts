// Faults of DATABASE_URL at the start, each with what to do.
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, inject, test } from 'vitest'
import { startPoolerStandIn } from '../../../test/pooler-stand-in.ts'
import { mustBeSupported, mustReach, plainSsl, reachText } from './reach.ts'

test('nothing listens, or something else: variable, host, database and advice, without the password', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `postgres://school:hush@127.0.0.1:${port}/exams`
  const at = `No connection to PostgreSQL (DATABASE_URL) at 127.0.0.1:${port}, database exams: `
  await expect(mustReach(url)).rejects.toThrow(/It is no PostgreSQL/)
  server.close()
  await once(server, 'close')
  const refused = await mustReach(url).catch((error: unknown) => (error as Error).message)
  expect(refused).toBe(
    `${at}connect ECONNREFUSED 127.0.0.1:${port}. Start PostgreSQL, or correct host and port; it must listen on that address (listen_addresses).`,
  )
})

test('a database that is missing is named; one that is there is taken', async () => {
  const url = new URL(inject('adminUrl'))
  await expect(mustReach(url.href)).resolves.toBeUndefined()
  url.pathname = '/nowhere'
  await expect(mustReach(url.href)).rejects.toThrow(/database nowhere: .+ does not exist\. Create the database \(createdb\)/)
})

test('a pooler that keeps no sessions needs an address around it', async () => {
  await using pooler = await startPoolerStandIn(inject('adminUrl'))
  await expect(mustReach(pooler.url)).rejects.toThrow(/\(DATABASE_URL\)\. Name the same database without it in DATABASE_SESSION_URL/)
  await expect(mustReach(pooler.url, { variable: 'DATABASE_SESSION_URL' })).rejects.toThrow(/^DATABASE_SESSION_URL leads to a pooler/)
  await expect(mustReach(pooler.url, { needsSessions: false })).resolves.toBeUndefined()
})

test('the address around a pooler is named where it leads nowhere', async () => {
  const url = new URL(inject('adminUrl'))
  url.pathname = '/nowhere'
  await expect(mustReach(url.href, { variable: 'DATABASE_SESSION_URL' })).rejects.toThrow(
    'No connection to PostgreSQL (DATABASE_SESSION_URL)',
  )
})

test.each([
  [{ code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND db' }, 'No such host'],
  [{ code: '28P01', message: 'password authentication failed for user "school"' }, 'Correct name and password'],
  [{ message: 'self-signed certificate' }, 'sslrootcert='],
  [{ message: 'The server does not support SSL connections' }, 'Take sslmode from the address'],
  // both addresses of a host refused
  [{ code: 'ECONNREFUSED', message: '' }, 'ECONNREFUSED. Start PostgreSQL'],
])('%o: %s', (error, text) => {
  const told = reachText('DATABASE_URL', 'postgresql://school:hush@db.example/exams?sslmode=require', error)
  expect(told).toContain('at db.example:5432, database exams: ')
  expect(told).toContain(text)
  expect(told).not.toMatch(/hush|\n/)
})

test('PostgreSQL 14 is refused, 15 is taken', () => {
  expect(() => mustBeSupported(140_013, '14.13')).toThrow('PostgreSQL 14.13 (DATABASE_URL) is too old: 15 or newer is needed.')
  expect(() => mustBeSupported(150_000, '15.0')).not.toThrow()
})

test('sslmode has the name of what pg does; other addresses stay as they are', () => {
  expect(plainSsl('postgres://h/d?sslmode=require&x=1')).toBe('postgres://h/d?sslmode=verify-full&x=1')
  for (const same of ['postgres://h/d', 'postgres://h/d?sslmode=no-verify', 'postgres://h/d?sslmode=require&uselibpqcompat=true'])
    expect(plainSsl(same)).toBe(same)
})
