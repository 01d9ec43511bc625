// Reads the settings and takes the port, then loads the rest, which takes most of a start.
import { readConfig } from './kernel/config.ts'
import { PortListeners } from './kernel/http/listen.ts'
import { boundGarbage } from './kernel/memory.ts'
import { findOwnModules } from './kernel/own-modules.ts'
import { nearMisses, portText } from './kernel/start-faults.ts'

boundGarbage()
findOwnModules()
try {
  for (const line of nearMisses(process.env)) process.stderr.write(`${line}\n`)
  const config = readConfig(process.env)
  const listeners = await PortListeners.open({ port: config.port, host: config.host, shared: config.sharePort }).catch((error: unknown) => {
    throw new Error(portText(error, config) ?? String(error), { cause: error })
  })
  const { run } = await import('./run.ts')
  await run(config, listeners)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
