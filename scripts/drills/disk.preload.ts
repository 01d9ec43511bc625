// Loaded before the server of the drill `disk` where no disk can be mounted: free space is the figure in a file.
import { promises, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const BLOCK = 4_096
const BLOCKS_PER_MB = 256
const SIZE_MB = 700
const real = promises.statfs

async function statfs(path: string) {
  const free = Number(readFileSync(process.env.DRILL_FREE_MB_FILE ?? '', 'utf8'))
  return Object.assign(await real(path), { bsize: BLOCK, blocks: SIZE_MB * BLOCKS_PER_MB, bavail: free * BLOCKS_PER_MB })
}
Object.assign(promises, { statfs })
syncBuiltinESMExports()
