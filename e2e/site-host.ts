// The program of SiteProcess: opens and closes sites, one at a time, as its parent asks.
import { join } from 'node:path'
import { readConfig } from '../server/src/kernel/config.ts'
import { PortListeners } from '../server/src/kernel/http/listen.ts'
import { findOwnModules } from '../server/src/kernel/own-modules.ts'
import type { Answered, Asked } from './site-process.ts'

findOwnModules()
const { buildApp } = await import('../server/src/app.ts')
const { findPublishedPasswords } = await import('../server/src/domains/session/published.service.ts')

const webRoot = join(import.meta.dirname, '../web/dist')
let close: (() => Promise<void>) | undefined

async function open(env: Record<string, string>) {
  const config = readConfig({ ...process.env, ...env })
  const listeners = await PortListeners.open({ port: config.port, host: config.host, shared: false })
  // on a copy of the school: migrated and filled already
  const built = await buildApp({ config, databaseUrl: env.DATABASE_URL!, webRoot })
  // before the site answers: the next one may be opened where this fails
  close = async () => {
    close = undefined
    listeners.shut()
    await built.close()
  }
  // codes by SMS are shown to accounts that have them
  await findPublishedPasswords(built.app)
  await listeners.admit(built.http)
  built.begin()
}

async function answer(asked: Asked): Promise<Answered> {
  try {
    if (asked === 'close') await close?.()
    else await open(asked.open)
    return asked === 'close' ? 'closed' : 'opened'
  } catch (error) {
    await close?.()
    return { failed: String(error) }
  }
}

process.on('message', (asked: Asked) => void answer(asked).then((answered) => process.send!(answered)))
// with its parent
process.on('disconnect', () => process.exit(0))
