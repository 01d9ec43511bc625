// npm run bench -- <name> [options]
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const [name, ...args] = process.argv.slice(2)
/** Each one is loaded alone: what the others import would count as its memory. */
const benches: Record<string, (args: string[]) => Promise<void>> = {
  'exam-day': async (rest) => {
    const { readOptions } = await import('./options.ts')
    await (await import('./exam-day.ts')).benchExamDay(readOptions(rest))
  },
  users: async (rest) => (await import('./users.ts')).benchUsers(rest),
  banks: async (rest) => (await import('./banks.ts')).benchBanks(rest),
  courses: async (rest) => (await import('./courses.ts')).benchCourses(rest),
  imports: async (rest) => (await import('./imports.ts')).benchImports(rest),
  faces: async (rest) => (await import('./faces.ts')).benchFaces(rest),
  certs: async (rest) => (await import('./certs.ts')).benchCerts(rest),
  battles: async (rest) => (await import('./battles.ts')).benchBattles(rest),
  lists: async (rest) => (await import('./lists/lists.ts')).benchLists(rest),
  pages: async (rest) => (await import('./pages.ts')).benchPages(rest),
  record: async (rest) => (await import('./record.ts')).benchRecord(rest),
  similar: async (rest) => (await import('./similar/similar.ts')).benchSimilar(rest),
}
const bench = benches[name ?? '']
if (!bench) {
  process.stderr.write(`Which benchmark? ${Object.keys(benches).join(', ')}\n`)
  process.exit(2)
}
// servers are measured as they are run after npm run build
spawnSync(process.execPath, ['scripts/server-build.ts'], { cwd: join(import.meta.dirname, '..'), stdio: 'inherit' })
bench(args).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
})
