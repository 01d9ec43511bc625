// Questions of other systems, for npm run migrate: checked as those of an import are, and stored with their ids.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { readSpool } from '../../../kernel/spool.ts'
import { ensureChapters } from '../../repo/chapter.service.ts'
import { storeLines } from '../bank/insert.service.ts'
import { levelsOf } from '../bank/level.service.ts'
import { type BodyInput, judge, type StagedQuestion } from '../exchange/exchange.rules.ts'
import { parseMoodle } from '../exchange/moodle/moodle-parse.format.ts'
import { withQuestionFile } from './exchange-reading.service.ts'

export type CarriedQuestion = { quType: number; level: number; chapter: string; tags: string[]; body: BodyInput }
/** `line` is stored by storeCarried; errors refuse the question. */
export type JudgedQuestion = { title: string; fingerprint: string; chapter: string; line: string; errors: Message[]; warnings: Message[] }

/** Sanitizes and checks a question. */
export function judgeCarried({ quType, level, chapter: named, tags: given, body }: CarriedQuestion): JudgedQuestion {
  const { title, fingerprint, problems, hasError: _hasError, ...judged } = judge({ row: 1, quType, body, problems: [] })
  const chapter = named.slice(0, 100)
  const tags = given.slice(0, 20).map((tag) => tag.slice(0, 40))
  const of = (wanted: 'error' | 'warn') =>
    problems.filter((one) => one.level === wanted).map(({ msg, key, params }): Message => ({ key, params, zh: msg }))
  const line = json({ quType, level, chapter, tags, title, fingerprint, body: judged.body })
  return { title, fingerprint, chapter, line, errors: of('error'), warnings: of('warn') }
}

/** The questions of a bank with these fingerprints. @returns ids by fingerprint */
export async function questionsAlike(
  { db }: Pick<Ctx, 'db'>,
  repoId: string,
  fingerprints: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ fingerprint: string; id: string }>`
    select encode(fingerprint, 'hex') as fingerprint, min(id)::text as id from qu
    where repo_id = ${repoId}::bigint and not deleted
      and fingerprint = any(array(select decode(one, 'hex') from unnest(${fingerprints}::text[]) one))
    group by fingerprint`.execute(db)
  return new Map(rows.map((row) => [row.fingerprint, row.id]))
}

/** Stores questions that have no errors, with their chapters. @returns ids in the same order */
export async function storeCarried(ctx: Ctx, repoId: string, questions: readonly JudgedQuestion[]): Promise<string[]> {
  await ensureChapters(
    ctx,
    repoId,
    questions.map((one) => one.chapter),
  )
  return storeLines(ctx, repoId, `[${questions.map((one) => one.line).join(',')}]`)
}

export type ReadMoodle = { questions: CarriedQuestion[]; lost: string[] } | { why: string }

/**
 * Reads one question of Moodle XML; one with values to calculate becomes several. Addresses of files stay as they are.
 * @returns the questions with what of them is not kept, or why there is none; both in Chinese
 */
export function readMoodleQuestion(xml: string): ReadMoodle {
  const reading = parseMoodle(xml)
  const questions = reading?.questions ?? []
  const problems = questions.flatMap((one) => one.problems)
  const wrong = problems.find((one) => one.level === 'error')
  if (questions.length === 0 || wrong) return { why: wrong?.msg ?? reading?.notes[0]?.zh ?? '无法读取' }
  return { questions, lost: [...new Set(problems.map((one) => one.msg))] }
}

export type ReadCarried = { questions: (CarriedQuestion & { row: number })[]; wrong: { row: number; title: string; why: string }[] }

/** The questions of a file of any format that an import reads; those with errors apart. Fails as withQuestionFile. Pictures are not taken. */
export async function readQuestionFile(app: App, file: { path: string; name: string }): Promise<ReadCarried> {
  const levels = await levelsOf(app)
  return withQuestionFile(
    app,
    { ...file, levels },
    () => undefined,
    async ({ spool, asked }) => {
      if (asked) fail('sheetHeader')
      const read: ReadCarried = { questions: [], wrong: [] }
      for await (const lines of readSpool(spool))
        for (const line of lines) {
          const { row, title, hasError, problems, quType, level, chapter, tags, body } = JSON.parse(line) as StagedQuestion
          if (hasError)
            read.wrong.push({
              row,
              title,
              why: problems
                .filter((one) => one.level === 'error')
                .map((one) => one.msg)
                .join('；'),
            })
          else read.questions.push({ row, quType, level, chapter, tags, body })
        }
      return read
    },
  )
}
