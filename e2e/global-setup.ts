// Creates the demo school once; every test file gets a copy, so that no test sees the changes of another file.
import { rm } from 'node:fs/promises'
import { openSite, SCHOOL_DIR } from './server.ts'

export default async function makeSchool() {
  const site = await openSite()
  await site.stop()
  process.env[SCHOOL_DIR] = site.dataDir
  return () => rm(site.dataDir, { recursive: true, force: true })
}
