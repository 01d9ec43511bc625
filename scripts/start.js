// Builds the web if its sources changed and runs the server in this process.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { buildWebIfStale } from './web-build.ts'

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `This is Node ${process.version}; the server needs 24. On Linux (x64, arm64) "npm ci" brings it along and "npm start" uses it; elsewhere install Node 24.\n`,
  )
  process.exit(1)
}
enableCompileCache()
if (!buildWebIfStale()) process.exit(1)
await import('../server/src/main.ts')
// a killed process would not write the cache, and the next start would be slow
flushCompileCache()
