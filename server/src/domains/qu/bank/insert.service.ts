// Inserts many questions into a bank: imports and demo data.
import { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { failField } from '../../../kernel/fail.ts'
import { shownFrom } from '../../../kernel/richtext.ts'
import { findingsOf, fingerprintOf, tidyBody, titleOf } from './question.rules.ts'

export type NewQuestion = {
  quType: number
  level: number
  /** null: no chapter */ chapterId: string | null
  body: Body<typeof qu.save>['body']
}
/** A sanitized and checked question; `fingerprint` in hex. */
type ReadyQuestion = {
  quType: number
  level: number
  chapterId: string | null
  body: QuestionBody
  title: string
  fingerprint: string
  tags?: string[]
}

/** Rows per statement. */
const PORTION = 500

/** Sanitizes, checks and stores questions as version 1. @returns their ids in the same order. Fails at `rows.N.…` for the first invalid one. */
export function insertQuestions(ctx: Ctx, repoId: string, rows: NewQuestion[]): Promise<string[]> {
  const ready = rows.map(({ quType, level, chapterId, body }, i): ReadyQuestion => {
    const tidy = tidyBody(quType, QuestionBody.parse(body), shownFrom(ctx))
    const wrong = findingsOf(quType, tidy).find((one) => one.level === 'error')
    if (wrong) failField(`rows.${i}.body.${wrong.path}`, wrong.message)
    return { quType, level, chapterId, body: tidy, title: titleOf(tidy), fingerprint: fingerprintOf(quType, tidy).toString('hex') }
  })
  return storeQuestions(ctx, repoId, ready)
}

/** Stores checked questions as version 1, one statement per portion. @returns ids in the same order */
async function storeQuestions(ctx: Ctx, repoId: string, rows: ReadyQuestion[]): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < rows.length; from += PORTION)
    ids.push(...(await storeLines(ctx, repoId, json(rows.slice(from, from + PORTION)))))
  return ids
}

/**
 * Stores checked questions as version 1 in one statement.
 * @param lines a JSON array of ready or staged questions; `chapter` names a chapter of the bank
 * @returns ids in the same order
 */
export async function storeLines(ctx: Ctx, repoId: string, lines: string): Promise<string[]> {
  const { rows } = await store(
    ctx,
    repoId,
    sql`select "quType", level, coalesce("chapterId", named.id) as chapter_id, one.title, decode(fingerprint, 'hex') as fingerprint, body,
        coalesce(array(select jsonb_array_elements_text(tags)), '{}') as tags, place
      from rows from (
        jsonb_to_recordset(${lines}::jsonb) as ("quType" smallint, level smallint, "chapterId" bigint, chapter text, body jsonb, title text,
          fingerprint text, tags jsonb)
      ) with ordinality as one ("quType", level, "chapterId", chapter, body, title, fingerprint, tags, place)
      left join repo_chapter named on named.repo_id = ${repoId}::bigint and named.title = one.chapter and one.chapter <> ''`,
    sql<{ id: string }>`select id from stored order by id`,
  )
  return rows.map((row) => row.id)
}

type Staged = { importId: string; /** of rows that name none */ chapterId: string | null; /** added to each */ tags: readonly string[] }

/** Stores the selected valid rows of a staged import as version 1, in order; their chapters must exist. @returns the number of questions */
export async function storeStaged(ctx: Ctx, repoId: string, { importId, chapterId, tags }: Staged): Promise<number> {
  const { rows } = await store(
    ctx,
    repoId,
    sql`select qu_type, level, coalesce(named.id, ${chapterId}::bigint) as chapter_id, mine.title, fingerprint, body,
        tags || array(select tag from unnest(${tags}::text[]) tag where tag <> all(mine.tags)) as tags, row as place
      from qu_import_row mine
      left join repo_chapter named on named.repo_id = ${repoId}::bigint and named.title = mine.chapter and mine.chapter <> ''
      where import_id = ${importId}::bigint and chosen and not has_error`,
    sql<{ count: number }>`select count(*)::int as count from stored`,
  )
  return rows[0]?.count ?? 0
}

/** `given` selects qu_type, level, chapter_id, title, fingerprint, body, tags and place; `returned` reads the ids from `stored`. */
function store<T>(ctx: Ctx, repoId: string, given: RawBuilder<unknown>, returned: RawBuilder<T>) {
  const createBy = ctx.user.id === '0' ? null : ctx.user.id
  return sql<T>`
    with given (qu_type, level, chapter_id, title, fingerprint, body, tags, place) as (${given}), stored as (
      insert into qu (repo_id, chapter_id, qu_type, level, title, fingerprint, body, tags, create_by, create_time, update_time)
      select ${repoId}::bigint, chapter_id, qu_type, level, title, fingerprint, body, tags, ${createBy}::bigint, ${ctx.now}, ${ctx.now}
      from given order by place
      returning id, body
    ), versions as (
      insert into qu_version (qu_id, version, body, create_by, create_time)
      select id, 1, body, ${createBy}::bigint, ${ctx.now} from stored
    )
    ${returned}`.execute(ctx.db)
}
