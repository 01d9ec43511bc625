// npm run bench -- <name> [options]
import { benchBanks } from './banks.ts'
import { benchBattles } from './battles.ts'
import { benchCourses } from './courses.ts'
import { benchCerts } from './certs.ts'
import { benchExamDay } from './exam-day.ts'
import { benchFaces } from './faces.ts'
import { benchImports } from './imports.ts'
import { benchLists } from './lists/lists.ts'
import { readOptions } from './options.ts'
import { benchPages } from './pages.ts'
import { benchSimilar } from './similar/similar.ts'
import { benchUsers } from './users.ts'

const [name, ...args] = process.argv.slice(2)
const benches: Record<string, (args: string[]) => Promise<void>> = {
  'exam-day': (rest) => benchExamDay(readOptions(rest)),
  users: benchUsers,
  banks: benchBanks,
  courses: benchCourses,
  imports: benchImports,
  faces: benchFaces,
  certs: benchCerts,
  battles: benchBattles,
  lists: benchLists,
  pages: benchPages,
  similar: benchSimilar,
}
const bench = benches[name ?? '']
if (!bench) {
  process.stderr.write(`Which benchmark? ${Object.keys(benches).join(', ')}\n`)
  process.exit(2)
}
bench(args).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
})
