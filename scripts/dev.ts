// Development mode: restarts the server when its files change; Vite updates the page.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { watchFolders } from './watch-folders.ts'

const root = join(import.meta.dirname, '..')
const start = (...args: string[]) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })

let server = start('server/src/main.ts')
const vite = start('node_modules/vite/bin/vite.js', 'web')
let restarting = Promise.resolve()

const unwatch = watchFolders(
  ['server/src', 'server/migrations', 'contract/src'].map((folder) => join(root, folder)),
  () => (restarting = restarting.then(restart)),
)

async function restart() {
  await end(server)
  server = start('server/src/main.ts')
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

// Ctrl-C reaches the child processes as well; this process waits until they have finished.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    unwatch()
    void restarting.then(() => Promise.all([end(server), end(vite)])).then(() => process.exit(0))
  })
}
