// The history of verdicts on a recording.
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { evidenceReview } from '@shuyuan/contract/paper/evidence/review.ts'
import type { reviewAct } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { sql } from 'kysely'
import type { Database } from '../../../kernel/database.ts'

/** Verdicts and holds of a recording, the newest first. */
export const verdictsOf = (db: Database, paperId: string): Promise<Output<typeof evidenceReview.verdict>[]> =>
  db
    .selectFrom('paperVerdict as v')
    .leftJoin('sysUser as reviewer', 'reviewer.id', 'v.createBy')
    .where('v.paperId', '=', paperId)
    .orderBy('v.id', 'desc')
    .select(['v.id', 'verdict', 'effect', 'reason', 'holdUntil', 'v.createTime'])
    .select(sql<string>`coalesce(reviewer.real_name, '')`.as('byName'))
    .$narrowType<{ effect: keyof typeof reviewAct }>()
    .execute()
