// Loaded into a server process of a round before anything else. With BENCH_SHARE_PORT several processes listen on one port, and the system
// hands connections out among them. Compiled code is kept, as `npm start` keeps it, also where the process will be killed.
import { flushCompileCache } from 'node:module'
import { Server } from 'node:net'

type Listen = (this: Server, ...args: unknown[]) => Server
// oxlint-disable-next-line typescript/unbound-method -- it is called with the server that it belongs to
const listen = Server.prototype.listen as Listen
Server.prototype.listen = function (this: Server, first: unknown, ...rest: unknown[]) {
  const isShared = process.env['BENCH_SHARE_PORT'] === 'true' && typeof first === 'object' && first !== null
  this.once('listening', () => flushCompileCache())
  return listen.call(this, isShared ? { ...first, reusePort: true } : first, ...rest)
} as typeof Server.prototype.listen
