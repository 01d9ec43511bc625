// Starts one server process: reads the settings and takes the port, then loads the rest, which takes most of a start.
import { readConfig } from './kernel/config.ts'
import { Doors } from './kernel/http/listen.ts'

try {
  const config = readConfig(process.env)
  const doors = await Doors.open({ port: config.port, host: config.host, shared: config.sharePort })
  const { run } = await import('./run.ts')
  await run(config, doors)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
