// The stock of draw rules. Questions with the same content count once, also across banks, because a paper draws each content once.
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import type { StockCell } from './tmpl.rules.ts'

/**
 * The contents of these banks by the places in which they occur: one row per set of bank, chapter, type and level.
 * @param without ids of fixed questions, whose contents are left out
 */
export async function stockCells(
  { db }: Pick<Ctx, 'db'>,
  repoIds: readonly string[],
  without: readonly string[] = [],
): Promise<StockCell[]> {
  // most contents occur once: only repeated ones need the set of their places
  const { rows } = await sql<StockCell>`
    with offered as materialized (
      select fingerprint, qu.repo_id, chapter_id, c.parent_id as above, qu_type, level
      from qu left join repo_chapter c on c.id = qu.chapter_id
      where qu.repo_id = any(${[...new Set(repoIds)]}::bigint[]) and not deleted
        and (${without.length} = 0 or fingerprint not in (select f.fingerprint from qu f where f.id = any(${[...without]}::bigint[])))
    ), repeated as materialized (
      select fingerprint from offered group by fingerprint having count(*) > 1
    ), places as (
      select jsonb_agg(distinct jsonb_build_object('repoId', repo_id::text, 'chapterId', coalesce(chapter_id::text, ''),
        'above', above::text,
        'quType', qu_type, 'level', level)) as places
      from offered join repeated using (fingerprint) group by fingerprint
    )
    select places, count(*)::int as count from places group by places
    union all
    select jsonb_build_array(jsonb_build_object('repoId', repo_id::text, 'chapterId', coalesce(chapter_id::text, ''),
      'above', above::text, 'quType', qu_type, 'level', level)), count(*)::int
    from offered where fingerprint not in (select fingerprint from repeated) group by repo_id, chapter_id, above, qu_type, level`.execute(
    db,
  )
  return rows
}
