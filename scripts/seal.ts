// Seals stored values with the first key, or gives up those whose key is lost: npm run seal -- rotate | discard-lost
import { join, resolve } from 'node:path'
import { sealedPlaces } from '../server/src/domains.ts'
import { readConfig } from '../server/src/kernel/config.ts'
import { openDatabase } from '../server/src/kernel/database.ts'
import { startPostgres } from '../server/src/kernel/postgres/postgres.ts'
import { discardLost, rotate } from '../server/src/kernel/sealed/seal-rotation.ts'

const [command = ''] = process.argv.slice(2)
const commands = { rotate, 'discard-lost': discardLost }
const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(act: typeof rotate): Promise<void> {
  const read = readConfig(process.env)
  const config = { ...read, dataDir: resolve(read.dataDir) }
  const embedded = config.databaseUrl === undefined ? await startPostgres({ dataDir: join(config.dataDir, 'postgres') }) : undefined
  const { db } = openDatabase(config.databaseUrl ?? embedded?.url ?? '', { max: 2, onError: () => undefined })
  try {
    say(await act(db, config, sealedPlaces))
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
}

if (Object.hasOwn(commands, command)) {
  await run(commands[command as keyof typeof commands]).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
} else {
  process.stderr.write('npm run seal -- rotate         seals all values with the first key of SEAL_KEYS and retires the others\n')
  process.stderr.write('npm run seal -- discard-lost   empties values whose key is lost; they have to be entered again\n')
  process.exitCode = 1
}
