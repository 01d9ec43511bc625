// Candidates of a drill: they arrive, and save their answers all the time.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openPapers, signIn } from '../../bench/arrive.ts'
import type { ExamSetup } from '../../bench/exam-setup.ts'
import { type Candidate, rounds, save, type Saved, shareOf } from '../../bench/fill.ts'
import { SteadyLine } from '../../bench/steady-line.ts'
import type { Stage } from './drill.ts'

/** Between two saves of one connection. */
const PAUSE_MS = 20
const MAX_CANDIDATES = 500

/** The argument --candidates. */
export function peopleOf({ args }: Pick<Stage, 'args'>): number {
  const { values } = parseArgs({ args, options: { candidates: { type: 'string', default: '20' } } })
  const people = Number(values.candidates)
  if (!Number.isInteger(people) || people < 1 || people > MAX_CANDIDATES)
    throw new Error(`--candidates must be a whole number from 1 to ${MAX_CANDIDATES}`)
  return people
}

/** All candidates save all the time. @returns a function that ends it and gives the number of saves that were refused */
export function keepSaving(port: number, candidates: Candidate[], saved: Saved): () => Promise<number> {
  const lines = candidates.map(() => new SteadyLine(port))
  let on = true
  const saving = lines.map(async (line, part) => {
    let refused = 0
    for (const next of rounds(shareOf(candidates, part, lines.length), 1)) {
      if (!on) break
      if (!(await save(line, next, saved))) refused++
      await sleep(PAUSE_MS)
    }
    line.close()
    return refused
  })
  return async () => {
    on = false
    return (await Promise.all(saving)).reduce((sum, one) => sum + one, 0)
  }
}

/** Signs everybody in and opens their papers. */
export async function candidatesOf(exam: ExamSetup, people: number): Promise<Candidate[]> {
  const { figures, tokens } = await signIn(exam, people)
  const { create, detail, candidates } = await openPapers(exam, tokens, people)
  const errors = figures.errors + create.errors + detail.errors
  if (errors > 0) throw new Error(`${errors} calls of candidates who arrive failed`)
  return candidates
}
