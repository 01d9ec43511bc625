// Which parts are missing, and the refusal of a call that needs one.
import { programParts } from '@shuyuan/contract/kernel/program-part.ts'
import { createServer, connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { missingParts, missingText, withPart } from './native.ts'

const nothing = () => undefined
const broken = () => Promise.reject(new Error('Could not load the module'))

test('an installation with optional packages lacks no part: the names of the packages are right', () => {
  expect(missingParts()).toEqual([])
})

test('without them each part is named, with the command that installs it', () => {
  const missing = missingParts(nothing)
  expect(missing.map(({ part }) => part)).toEqual(programParts)
  for (const one of missing)
    expect(missingText(one)).toMatch(/^not installed: .+; install with: npm i --no-save --omit=dev --omit=optional \S+/)
  expect(missing.find(({ part }) => part === 'media')?.install).toMatch(/ node-av@\d/)
})

test('a module of a missing part is refused; of an installed one its own fault is thrown', async () => {
  await expect(withPart('pictures', broken, nothing)).rejects.toMatchObject({ reason: 'partMissing' })
  await expect(withPart('pictures', broken)).rejects.toThrow('Could not load the module')
  await expect(withPart('pictures', () => Promise.resolve(1), nothing)).resolves.toBe(1)
})

test('the machine is asked for without the names of other ends, for which a server with connections would ask the DNS', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(client, 'connect')
  missingParts()
  const { libuv } = process.report.getReport() as { libuv: { type: string; remoteEndpoint?: { host?: string } }[] }
  const connections = libuv.filter((one) => one.type === 'tcp' && one.remoteEndpoint)
  client.destroy()
  server.close()
  expect(connections).not.toEqual([])
  expect(new Set(connections.map((one) => one.remoteEndpoint?.host))).toEqual(new Set(['127.0.0.1']))
})
