// Parses Aiken, Moodle's simplest format (docs.moodle.org, *Aiken format*): stem, lettered options, ANSWER.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { error, optionsOf, type ReadQuestion, type Reading, unreadable } from '../exchange.rules.ts'
import { toHtml } from '../sheet/sheet-text.format.ts'

const option = /^\s*([A-Z])[.)、．]\s*(.+)$/
const answer = /^\s*ANSWER\s*[:：]\s*(.*)$/i

type Open = { line: number; stem: string[]; options: { letter: string; text: string }[] }

/** Parses an Aiken file. Several letters after ANSWER (`A,C`), an extension of the format, make a multiple choice. */
export function parseAiken(text: string): Reading {
  const questions: ReadQuestion[] = []
  let open: Open = { line: 0, stem: [], options: [] }
  const close = (letters: string | null) => {
    if (open.stem.length > 0 || open.options.length > 0)
      questions.push({ ...readOne(questions.length + 1, open, letters), line: open.line })
    open = { line: 0, stem: [], options: [] }
  }
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const key = answer.exec(line)
    const choice = open.stem.length > 0 ? option.exec(line) : null
    if (key) close(key[1] ?? '')
    else if (choice) open.options.push({ letter: choice[1] ?? '', text: choice[2] ?? '' })
    else if (line.trim() !== '') {
      // a new stem after options without an ANSWER: the previous question is invalid
      if (open.options.length > 0) close(null)
      if (open.stem.length === 0) open.line = at + 1
      open.stem.push(line.trim())
    }
  }
  close(null)
  return { questions, files: [], notes: [] }
}

function readOne(row: number, { stem, options }: Open, letters: string | null): ReadQuestion {
  const content = toHtml(stem.join('\n'))
  const right = new Set(letters?.toUpperCase().match(/[A-Z]/g) ?? [])
  if (letters !== null && options.length < 2) return unreadable(row, content, say('optionsUnderTwo'))
  const isWrong = right.size === 0 || [...right].some((one) => !options.some((choice) => choice.letter === one))
  // the options are kept, so that only the answer is to be mended
  const problem =
    letters === null ? say('aikenAnswerMissing') : isWrong ? say('aikenAnswerNotAbove', { answer: letters.trim() }) : undefined
  if (problem && options.length < 2) return unreadable(row, content, problem)
  const problems = problem ? [error(row, '答案', problem)] : []
  const choices = optionsOf(options.map((one) => ({ content: toHtml(one.text), isRight: right.has(one.letter) })))
  const type = right.size > 1 ? QuType.multiple : QuType.single
  return { row, chapter: '', quType: type, level: QuLevel.normal, tags: [], body: { content, options: choices }, problems }
}
