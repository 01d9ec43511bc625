// Reads the papers affected by a fix, restricted to the columns and keys needed to mark them again.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../kernel/database.ts'
import type { ManualMarks as StoredManual } from '../grade/grade.service.ts'
import { type FixTarget, type LiveFix, manualOf, type Refixed, refix, type StoredPaper, voidedBy } from '../marking/marking-fix.rules.ts'
import type { QuestionMark } from '../marking/marking.rules.ts'
import { type KeyRow, storedKeysOf } from '../question/stored.service.ts'

export type FixedPaper = StoredPaper & {
  id: string
  state: typeof PaperState.marking | typeof PaperState.done
  version: number
  score: number
  passed: boolean | null
  markedTotal: number
  storedManual: StoredManual
  ruleVersion: number
}
type Row = Omit<FixedPaper, 'manual' | 'storedManual' | 'marks' | 'ruleVersion' | 'keys'> &
  KeyRow & {
    manual: StoredManual
    marks: { marks: QuestionMark[]; ruleVersion: number }
  }

/** Marked papers of an exam by id; of their keys only the target and voided questions. Excludes papers not yet marked by the machine. */
export async function readFixed(
  db: Database,
  { examId, target, fixes }: { examId: string; target: FixTarget; fixes: readonly LiveFix[] },
  { after, limit, lock = false }: { after: string; limit: number; lock?: boolean },
): Promise<FixedPaper[]> {
  const needed = [...new Set([target.quId, ...(voidedBy(fixes)?.quIds ?? [])])]
  const locked: RawBuilder<unknown> = lock ? sql`for update` : sql``
  const { rows } = await sql<Row>`
    with due as (
      select * from paper where exam_id = ${examId}::bigint and state in (${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)}) and not grading_needed and marks is not null
        and id > ${after}::bigint order by id limit ${limit} ${locked})
    select p.id, p.state, p.version, p.score, p.passed, p.marks, p.manual, coalesce(p.marked_total, p.total_score) as marked_total,
      p.subj_score, p.total_score, p.pass_score, p.mark_options, a.answer,
      p.layout, p.question_ids as "questionIds", case when p.keys is not null then
        coalesce((select jsonb_agg(k) from jsonb_array_elements(p.keys) k where k->>'quId' = any(${needed}::text[])), '[]') end as keys
    from due p left join paper_answer a on a.paper_id = p.id and a.qu_id = ${target.quId}::bigint
    order by p.id`.execute(db)
  const keys = await storedKeysOf({ db }, rows, new Set(needed))
  return rows.map(({ manual, marks, layout: _layout, questionIds: _questions, ...row }, at) => ({
    ...row,
    keys: keys[at]!,
    answer: row.answer,
    markOptions: row.markOptions,
    marks: marks.marks,
    ruleVersion: marks.ruleVersion,
    storedManual: manual,
    manual: new Map(Object.entries(manual)),
  }))
}

export type Changed = Refixed & {
  /** names of the manual marks on the target */
  manualNames: string[]
  oldTotal: number
  newTotal: number
  newState: typeof PaperState.marking | typeof PaperState.done
}

/** The result of one paper after all fixes; null if the paper does not have the question. */
export function changeOf(paper: FixedPaper, fixes: readonly LiveFix[], target: FixTarget, overrideManual: boolean): Changed | null {
  const manualNames = manualOf(paper.manual, target)
  const kept = overrideManual ? new Map([...paper.manual].filter(([name]) => !manualNames.includes(name))) : paper.manual
  const refixed = refix(paper, fixes, target, kept)
  if (!refixed) return null
  const waited = paper.marks.some((mark) => mark.state === 'pending')
  // a marker who has given all marks still has to finish the paper
  const newState = refixed.paper.pending || (paper.state === PaperState.marking && !waited) ? PaperState.marking : PaperState.done
  return { ...refixed, manualNames, oldTotal: paper.score, newTotal: refixed.paper.score, newState }
}
