// What a worker makes of a file of questions: a line for each in a spool, and an account of the whole.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { writeSpool } from '../../../kernel/spool.ts'
import type { Format, ReadFile, StagedQuestion } from './exchange.rules.ts'
import type { SheetProblem as Problem } from '@shuyuan/contract/kernel/import.ts'

/** Findings kept of a file, by their rows; those of single questions stand beside them in full. */
export const MAX_PROBLEMS = 5_000
/** Notes that are shown of a file. */
export const MAX_NOTES = 200

/** One line of the spool in brief; `fingerprint` is '' where the question is wrong, `chapter` its place among the chapters. */
export type Listed = { row: number; fingerprint: string; chapter: number }
export type Account = {
  format: Format
  /** what the file says that the bank cannot keep */
  notes: Message[]
  files: ReadFile[]
  /** every line of the spool, in its order */
  questions: Listed[]
  /** names of chapters, each once */
  chapters: string[]
  /** rows of a sheet that are no question and belong to none */
  stray: number
  problems: Problem[]
}

export type SpoolMessage = { kind: 'progress'; stage: 'reading' | 'checking'; done: number; total: number } | ({ kind: 'read' } & Account)

const byRow = (one: Problem, other: Problem) => one.row - other.row
/** The first findings by their rows; what stands in the same row keeps its order. */
export const firstProblems = (problems: Problem[]) => problems.sort(byRow).slice(0, MAX_PROBLEMS)

/** Opens a spool of staged questions. `add` takes a question and what there is to say of its rows; `end` closes and gives the account. */
export function spoolQuestions(path: string) {
  const spool = writeSpool(path)
  const questions: Listed[] = []
  const chapters = new Map<string, number>()
  let problems: Problem[] = []
  const say = (found: readonly Problem[]) => {
    problems.push(...found)
    if (problems.length > 2 * MAX_PROBLEMS) problems = firstProblems(problems)
  }
  return {
    say,
    add(question: StagedQuestion, found: readonly Problem[] = question.problems) {
      const { row, fingerprint, hasError, chapter } = question
      const place = chapters.get(chapter) ?? chapters.size
      chapters.set(chapter, place)
      questions.push({ row, fingerprint: hasError ? '' : fingerprint, chapter: place })
      say(found)
      spool.add(question)
    },
    end() {
      spool.end()
      return { questions, chapters: [...chapters.keys()], problems: firstProblems(problems) }
    },
  }
}
