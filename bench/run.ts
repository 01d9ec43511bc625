// npm run bench -- <name> [options]
import { benchExamDay } from './exam-day.ts'
import { readOptions } from './options.ts'

const [name, ...args] = process.argv.slice(2)
const benches: Record<string, (args: string[]) => Promise<void>> = { 'exam-day': (rest) => benchExamDay(readOptions(rest)) }
const bench = benches[name ?? '']
if (!bench) {
  process.stderr.write(`Which benchmark? ${Object.keys(benches).join(', ')}\n`)
  process.exit(2)
}
bench(args).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
})
