// The databases of sites, past their servers: copies of the demo school in one PostgreSQL.
import pg from 'pg'
import type { Site } from './server.ts'

/** Environment variables: the folder of the demo school that every site is copied from, and its PostgreSQL. */
export const SCHOOL_DIR = 'E2E_SCHOOL_DIR'
export const CLUSTER_URL = 'E2E_CLUSTER_URL'
/** its database */
export const SCHOOL = 'school'

async function connected<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/** Runs `act` with a connection to the site's database. */
export function withDatabase<T>(site: Site, act: (client: pg.Client) => Promise<T>): Promise<T> {
  if (site.databaseUrl === undefined) throw new Error('the site has a PostgreSQL of its own')
  return connected(site.databaseUrl, act)
}

/** Makes a database as a copy of `template`. @returns its address */
export async function makeDatabase(cluster: string, name: string, template: string): Promise<string> {
  await connected(cluster, (client) => client.query(`create database ${name} template ${template} strategy file_copy`))
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return url.href
}

export const dropDatabase = (cluster: string, name: string) =>
  connected(cluster, (client) => client.query(`drop database ${name} with (force)`))
