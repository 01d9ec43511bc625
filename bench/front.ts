// HTTPS and HTTP/2 before a server, as nginx and Caddy of deploy/ have them. The certificate is that of a stand-in of the tests.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request as ask } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Headers of one connection, which HTTP/2 does not know. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

export type Front = { url: string; close: () => Promise<void> }

/** Opens a front with a free port. @param site the address of the server, whose TRUST_PROXY counts one proxy */
export async function openFront(site: string): Promise<Front> {
  const read = (name: string) => readFile(join(import.meta.dirname, '../server/test', name))
  const server = createSecureServer({
    cert: await read('mail-stand-in.cert.pem'),
    key: await read('mail-stand-in.key.pem'),
    allowHTTP1: true,
  })
  server.on('request', (request, reply) => {
    const own = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'))
    const host = request.authority || (request.headers.host ?? '')
    const headers = { ...Object.fromEntries(own), host, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' }
    const onward = ask(new URL(request.url, site), { method: request.method, headers }, (answer) => {
      reply.writeHead(
        answer.statusCode ?? 502,
        Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name))),
      )
      pipeline(answer, reply).catch(() => reply.stream?.close())
    })
    onward.on('error', () => reply.stream?.close())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
