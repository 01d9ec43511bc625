// Builds the web if its sources changed and runs the server in this process. Plain JavaScript, so that an old Node can read it and say what it
// lacks: only Node 24 runs the other sources.
import * as module from 'node:module'

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `This is Node ${process.version}; the server needs 24. On Linux (x64, arm64) "npm ci" brings it along and "npm start" uses it, unless npm was told to leave it out (--omit=optional); elsewhere install Node 24.\n`,
  )
  process.exit(1)
}
module.enableCompileCache()
const { buildWebIfStale } = await import('./web-build.ts')
if (!buildWebIfStale()) process.exit(1)
await import('../server/src/main.ts')
// a killed process would not write the cache, and the next start would be slow
module.flushCompileCache()
