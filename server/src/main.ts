// Starts one server process: reads the settings and takes the port, then loads the rest, which takes most of a start.
import { readConfig } from './kernel/config.ts'
import { PortListeners } from './kernel/http/listen.ts'
import { boundGarbage } from './kernel/memory.ts'

boundGarbage()
try {
  const config = readConfig(process.env)
  const listeners = await PortListeners.open({ port: config.port, host: config.host, shared: config.sharePort })
  const { run } = await import('./run.ts')
  await run(config, listeners)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
