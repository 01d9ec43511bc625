// Opens many sockets, and sends a call beside each, through the shipped configuration of nginx or Caddy.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import { parseArgs } from 'node:util'
import { programOf } from '../engines/engine.ts'
import { type Drill, freePort, type Outcome, secondsSince, type Stage } from './drill.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFile(join(root, path), 'utf8')
/** Sockets that are opened at a time. */
const AT_ONCE = 200
const READY_MS = 20_000

/** A server that takes sockets and calls, in the place of Shuyuan. */
async function openServer({ atEnd }: Stage) {
  const server = createServer((_request, response) => response.end('{"status":"ready"}'))
  const open = new Set<Duplex>()
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  })
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
  await once(server, 'listening')
  atEnd(async () => {
    for (const one of open) one.destroy()
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return { port: address.port, open }
}

type Proxy = { port: number; command: string[]; env?: Record<string, string> }

/** The shipped file with the ports, paths and certificate of this drill. */
async function nginx(program: string, folder: string, upstream: number): Promise<Proxy> {
  const [port, plain] = [await freePort(), await freePort()]
  for (const kind of ['cert', 'key']) await writeFile(join(folder, `${kind}.pem`), await read(`server/test/mail-stand-in.${kind}.pem`))
  const config = (await read('deploy/nginx.conf'))
    .replaceAll(/127\.0\.0\.1:808\d/g, `127.0.0.1:${upstream}`)
    .replace('listen 80 ', `listen 127.0.0.1:${plain} `)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('/etc/ssl/certs/school.example.pem', join(folder, 'cert.pem'))
    .replace('/etc/ssl/private/school.example.key', join(folder, 'key.pem'))
    .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
    .replaceAll('/var/log/nginx', folder)
  await writeFile(join(folder, 'nginx.conf'), config)
  return { port, command: [program, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'] }
}

async function caddy(program: string, folder: string, upstream: number): Promise<Proxy> {
  const [port, plain, admin] = [await freePort(), await freePort(), await freePort()]
  const own = `{\n\thttp_port ${plain}\n\thttps_port ${port}\n\tadmin 127.0.0.1:${admin}\n\tskip_install_trust\n\tlocal_certs\n}\n`
  await writeFile(join(folder, 'Caddyfile'), own + (await read('deploy/Caddyfile')))
  const command = [program, 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  return { port, command, env: { SITE: 'school.example', SERVERS: `127.0.0.1:${upstream}`, HOME: folder, XDG_DATA_HOME: folder } }
}

const makers: Record<string, (program: string, folder: string, upstream: number) => Promise<Proxy>> = { nginx, caddy }

/** Of the first connection: a full handshake for each would measure the processor of the candidates, who have one each. */
let session: Buffer | undefined

/** Sends a request over a connection of its own. @returns the connection and the status line */
async function ask(port: number, head: string): Promise<{ socket: TLSSocket; status: string }> {
  const known = session && { session }
  const socket = connect({
    port,
    host: '127.0.0.1',
    servername: 'school.example',
    rejectUnauthorized: false,
    maxVersion: 'TLSv1.2',
    ...known,
  })
  socket.once('secureConnect', () => (session ??= socket.getSession()))
  const failed = new Promise<never>((_resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('closed')))
  })
  failed.catch(() => undefined)
  socket.write(
    `GET /${head} HTTP/1.1\r\nHost: school.example\r\n${head === 'socket' ? 'Upgrade: websocket\r\nConnection: Upgrade\r\n' : ''}\r\n`,
  )
  const [first] = (await Promise.race([once(socket, 'data'), failed])) as [Buffer]
  return { socket, status: first.toString().split('\r\n')[0] ?? '' }
}

async function ready(port: number): Promise<void> {
  const until = performance.now() + READY_MS
  for (;;) {
    const found = await ask(port, 'readyz').catch(() => undefined)
    found?.socket.destroy()
    if (found?.status.includes(' 200 ')) return
    if (performance.now() > until) throw new Error('the proxy does not answer')
    await sleep(100)
  }
}

async function hall(port: number, sockets: number, stage: Stage) {
  const held: TLSSocket[] = []
  const failures: Record<string, number> = {}
  stage.atEnd(async () => {
    for (const one of held) one.destroy()
  })
  const one = async () => {
    try {
      const { socket, status } = await ask(port, 'socket')
      if (!status.includes(' 101 ')) throw new Error(status)
      held.push(socket)
      // the call of a candidate whose socket is open
      const call = await ask(port, 'call')
      held.push(call.socket)
      if (!call.status.includes(' 200 ')) throw new Error(call.status)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      failures[reason] = (failures[reason] ?? 0) + 1
    }
  }
  for (let begun = 0; begun < sockets; begun += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, sockets - begun) }, one))
    stage.tell(`${held.length} connections`)
  }
  return failures
}

async function run(stage: Stage): Promise<Outcome> {
  const { values } = parseArgs({
    args: stage.args,
    options: { sockets: { type: 'string', default: '4000' }, with: { type: 'string', default: 'nginx' } },
  })
  const maker = makers[values.with]
  const program = programOf(values.with)
  if (!maker || program === undefined) throw new Error(`${values.with} is not installed`)
  const sockets = Number(values.sockets)
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-proxy-'))
  stage.atEnd(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'logs'))
  const upstream = await openServer(stage)
  const { port, command, env } = await maker(program, folder, upstream.port)
  const [name = '', ...args] = command
  const child = spawn(name, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2_000)))
  const exit = once(child, 'exit')
  stage.atEnd(async () => {
    child.kill('SIGTERM')
    await exit
  })
  await Promise.race([ready(port), exit.then(() => Promise.reject(new Error(`${values.with} ended: ${said}`)))])
  stage.tell(`${values.with} answers; ${sockets} sockets are opened, each with a call beside it`)
  const began = performance.now()
  const failures = await hall(port, sockets, stage)
  const opened = upstream.open.size
  return {
    ok: opened === sockets && Object.keys(failures).length === 0,
    proxy: values.with,
    sockets: opened,
    openSeconds: secondsSince(began),
    failures,
  }
}

export const proxyDrill: Drill = { usage: 'proxy [--sockets 4000] [--with nginx|caddy]', seconds: 300, run }
