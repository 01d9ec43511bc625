// The handbooks: their pictures, a check that the pictures can be taken, and a folder of pages with PDFs.
// Usage: npm run handbook -- shots [names] | check | site
import { takeShots } from './handbook/shots.ts'
import { writeSite } from './handbook/site.ts'

const [what = '', ...names] = process.argv.slice(2)

if (what === 'site') {
  process.stdout.write(`dist/handbook: ${await writeSite()} chapters, five PDFs. Open dist/handbook/index.html.\n`)
} else if (what === 'shots' || what === 'check') {
  const failed = await takeShots(what === 'shots', names)
  if (failed.length > 0) {
    process.stdout.write(`Pictures that cannot be taken: ${failed.join(', ')}. Correct them in handbook/shots.ts.\n`)
    process.exitCode = 1
  }
} else {
  process.stdout.write('Usage: npm run handbook -- shots [names] | check | site\n')
  process.exitCode = 1
}
