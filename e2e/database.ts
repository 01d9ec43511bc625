// The database of a site, past its server.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Site } from './server.ts'

/** Runs `act` with a connection to the site's embedded database. */
export async function withDatabase<T>(site: Site, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const place = join(site.dataDir, 'postgres')
  // the fifth line of postmaster.pid is the folder of the server's socket
  const named = (await readFile(join(place, 'postmaster.pid'), 'utf8')).split('\n')[4] ?? ''
  const host = named.startsWith('/') ? named : join(place, named)
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
