// Requests go to public addresses and listed ones only, however an address is written and whatever a name resolves to.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openOutgoing } from './outgoing.ts'
import { readAllowList } from './outgoing-allow.ts'
import { wire } from '../../../test/wire.ts'

const nothing = { hosts: [], ranges: [] }
const log = { warn: vi.fn<(message: string) => void>() }
/** A resolver that knows these names. */
const knows =
  (names: Record<string, string[]>): LookupFunction =>
  (host, _options, done) => {
    const found = names[host]
    if (!found) return done(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), '')
    return done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
const names = {
  'public.example': ['8.8.8.8', '2400:3200::1'],
  'inside.example': ['10.1.2.3'],
  'both.example': ['8.8.8.8', '127.0.0.1'],
  'six.example': ['::ffff:192.168.1.1'],
}
const open = (allow = '') => openOutgoing({ allow: allow === '' ? nothing : readAllowList(allow)!, log, resolve: knows(names) })

describe('an address', () => {
  test.each([
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://100.100.100.200/latest/meta-data/',
    'https://169.254.169.254/latest/meta-data/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://198.18.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[ff02::1]/',
    'https://inside.example/',
    'https://both.example/',
    'https://six.example/',
    'http://inside.example/',
  ])('%s is inside and refused', async (address) => {
    const outgoing = open()
    expect(await outgoing.problemOf(address)).toBe('inside')
    await expect(outgoing.request(address, { timeoutMs: 1_000 })).rejects.toMatchObject({ problem: 'inside' })
  })

  test.each(['ftp://public.example/', 'file:///etc/passwd', 'https://me:secret@public.example/', 'https://', 'public.example'])(
    '%s is no address',
    async (address) => {
      const outgoing = open()
      expect(await outgoing.problemOf(address)).toBe('form')
      await expect(outgoing.request(address, { timeoutMs: 1_000 })).rejects.toMatchObject({ problem: 'form' })
    },
  )

  test.each(['http://public.example/', 'http://8.8.8.8/', 'http://unknown.example/'])('%s needs https', async (address) => {
    expect(await open().problemOf(address)).toBe('scheme')
  })

  test.each(['https://public.example/', 'https://8.8.8.8/', 'https://[2400:3200::1]/', 'https://unknown.example/'])(
    '%s may be saved',
    async (address) => expect(await open().problemOf(address)).toBeNull(),
  )

  test.each([
    ['10.1.0.0/16', 'http://inside.example/'],
    ['10.1.2.3', 'https://10.1.2.3/'],
    ['inside.example', 'http://INSIDE.example/'],
    ['*.example', 'http://inside.example/'],
    ['8.8.8.0/24,2400:3200::/32', 'http://public.example/'],
    ['192.168.1.1', 'https://six.example/'],
    ['fd00::/8', 'http://[fd00::1]/'],
  ])('OUTGOING_ALLOW=%s permits %s', async (allow, address) => {
    expect(await open().problemOf(address)).not.toBeNull()
    expect(await open(allow).problemOf(address)).toBeNull()
  })

  test.each([
    ['10.2.0.0/16', 'https://inside.example/'],
    ['*.inside.example', 'https://inside.example/'],
    ['example', 'https://inside.example/'],
    ['8.8.8.8', 'http://both.example/'],
  ])('OUTGOING_ALLOW=%s does not permit %s', async (allow, address) => {
    expect(await open(allow).problemOf(address)).toBe('inside')
  })
})

test.each(['http://x', '10.0.0.0/33', '10.0.0', 'a b', '*', ''])('OUTGOING_ALLOW=%j is refused', (text) => {
  expect(readAllowList(text)).toBeUndefined()
})

describe('a request', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const one of servers.splice(0)) {
      one.closeAllConnections()
      one.close()
    }
  })
  async function serve(answer: RequestListener) {
    const server = createServer(answer).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const local = openOutgoing({ allow: readAllowList('127.0.0.1')!, log, resolve: knows({ ...names, 'stub.example': ['127.0.0.1'] }) })

  test('sends method, headers and body, and gives status, headers and body', async () => {
    const port = await serve((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const { 'content-length': length, 'x-one': one, host } = request.headers
        response.writeHead(612, { 'x-two': '2' }).end(JSON.stringify([request.method, length, one, host, Buffer.concat(parts).toString()]))
      })
    })
    for (const body of ['书院', new Blob(['书', '院'])]) {
      const reply = await local.request(`http://stub.example:${port}/x`, {
        method: 'PUT',
        headers: { 'x-one': '1' },
        body,
        timeoutMs: 5_000,
      })
      expect([reply.status, reply.headers['x-two']]).toEqual([612, '2'])
      expect(JSON.parse(await reply.text())).toEqual(['PUT', '6', '1', `stub.example:${port}`, '书院'])
    }
  })

  test('connects to the address that was checked, although the name resolves to another one meanwhile', async () => {
    let hits = 0
    const port = await serve((_request, response) => {
      hits++
      response.end()
    })
    let asked = 0
    // the first answer is listed, every later one is not
    const resolve: LookupFunction = (_host, _options, done) =>
      done(null, [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: wire(4) }])
    const rebinding = openOutgoing({ allow: readAllowList('127.0.0.1')!, log, resolve })
    await rebinding.request(`http://stub.example:${port}/`, { timeoutMs: 5_000 })
    expect([asked, hits]).toEqual([1, 1])
    rebinding.close()
    const later = rebinding.request(`http://stub.example:${port}/`, { timeoutMs: 5_000 })
    await expect(later).rejects.toMatchObject({ problem: 'inside' })
    expect(hits).toBe(1)
  })

  test('follows no redirect unless told, and none to an address inside', async () => {
    const port = await serve((request, response) => {
      const target = { '/one': '/two', '/in': 'https://10.0.0.1/', '/loop': '/loop' }[request.url ?? '']
      if (target) response.writeHead(302, { location: target }).end()
      else response.end(`${request.url} ${request.headers.authorization ?? 'none'}`)
    })
    const ask = (path: string, redirects: number) =>
      local.request(`http://stub.example:${port}${path}`, { headers: { authorization: 'key' }, timeoutMs: 5_000, redirects })
    await expect(ask('/one', 0)).rejects.toThrow('redirect')
    expect(await (await ask('/one', 1)).text()).toBe('/two key')
    await expect(ask('/in', 3)).rejects.toMatchObject({ problem: 'inside' })
    await expect(ask('/loop', 3)).rejects.toThrow('redirect')
  })

  test('sends no headers to another host of a redirect', async () => {
    const other = await serve((request, response) => response.end(request.headers.authorization ?? 'none'))
    const port = await serve((_request, response) => response.writeHead(302, { location: `http://stub.example:${other}/` }).end())
    const options = { headers: { authorization: 'key' }, timeoutMs: 5_000, redirects: 1 }
    expect(await (await local.request(`http://stub.example:${port}/`, options)).text()).toBe('none')
  })

  test('ends when the answer is too long or does not end in time', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/silent') return
      response.write('x'.repeat(1_000))
      if (request.url !== '/slow') response.end()
    })
    const ask = (path: string, timeoutMs: number) => local.request(`http://stub.example:${port}${path}`, { timeoutMs, maxBytes: 999 })
    await expect((await ask('/long', 5_000)).text()).rejects.toThrow('more than 999 bytes')
    await expect(ask('/silent', 100)).rejects.toThrow('aborted')
    const slow = await local.request(`http://stub.example:${port}/slow`, { timeoutMs: 300 })
    await expect(slow.text()).rejects.toThrow('aborted')
  })

  test('that is refused is logged with its host, for the operator', async () => {
    await expect(local.request('https://10.0.0.1/secret-path', { timeoutMs: 100 })).rejects.toThrow('OUTGOING_ALLOW')
    expect(log.warn).toHaveBeenLastCalledWith(expect.stringContaining('10.0.0.1 is refused (inside)'))
    expect(log.warn.mock.lastCall?.[0]).not.toContain('secret-path')
  })
})

test('addressOf answers permitted addresses only, for names and for addresses', async () => {
  expect(await open().addressOf('public.example')).toBe('8.8.8.8')
  expect(await open().addressOf('8.8.8.8')).toBe('8.8.8.8')
  expect(await open('10.1.0.0/16').addressOf('inside.example')).toBe('10.1.2.3')
  for (const host of ['inside.example', 'both.example', 'six.example', '127.0.0.1', '::1', '169.254.169.254'])
    await expect(open().addressOf(host)).rejects.toThrow('OUTGOING_ALLOW')
  await expect(open().addressOf('unknown.example')).rejects.toThrow('ENOTFOUND')
})
