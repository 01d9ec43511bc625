// The output of an import worker: a spool file with one line per question, and a summary.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import type { SheetHead } from '@shuyuan/contract/qu/import/columns.ts'
import { writeSpool } from '../../../kernel/spool.ts'
import type { Format, ReadFile, StagedQuestion } from './exchange.rules.ts'
import type { SheetProblem as Problem } from '@shuyuan/contract/kernel/import.ts'

/** Maximum of problems per file; staged questions keep all of theirs. */
export const MAX_PROBLEMS = 5_000
/** Maximum of notes per file. */
export const MAX_NOTES = 200

/** Summary of one spool line; `fingerprint` is '' for an invalid question, `chapter` an index into `chapters`. */
export type Listed = { row: number; fingerprint: string; chapter: number }
export type Account = {
  format: Format
  /** content of the file that the bank cannot store */
  notes: Message[]
  files: ReadFile[]
  /** the lines of the spool, in order */
  questions: Listed[]
  /** distinct chapter names */
  chapters: string[]
  /** sheet rows that belong to no question */
  stray: number
  problems: Problem[]
  /** headings of a sheet, as they are compared */
  names?: string[]
  /** nothing was read: the columns must be said first */
  asked?: SheetHead
}

export type SpoolMessage = { kind: 'progress'; stage: 'reading' | 'checking'; done: number; total: number } | ({ kind: 'read' } & Account)

const byRow = (one: Problem, other: Problem) => one.row - other.row
/** The first problems by row; a stable sort. */
export const firstProblems = (problems: Problem[]) => problems.sort(byRow).slice(0, MAX_PROBLEMS)

/** Opens a spool of staged questions. `add` writes a question with the problems of its rows; `end` closes the file and returns the summary. */
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
