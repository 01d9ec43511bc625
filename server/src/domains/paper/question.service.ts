// One question of a paper: in step mode given out in order (exam option 逐题作答).
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import { closeIfDue } from './close.service.ts'
import { closesAt } from './entry.rules.ts'
import type { FrozenGroup } from './freeze.rules.ts'
import { mustKnow } from './known.service.ts'
import { mayShow, stepModes } from './step.rules.ts'

/**
 * One question of an open paper. In step mode the one where the candidate is, or the next, to which he moves by it. Fails questionHidden
 * where it may not be had: further on, behind where there is no way back, or on a paper that no longer takes answers.
 */
export async function openQuestion({ app, db, user }: Ctx, { paperId, quId }: Input<(typeof paper)['qu-detail']>) {
  const known = await mustKnow(app, paperId, user.id)
  const row = must(
    await db
      .selectFrom('paper')
      .where('id', '=', paperId)
      .select(['state', 'exState', 'deadlineAt', 'stepAt', 'penOnly', 'liveLogin'])
      .select(
        sql<FrozenGroup['quList'][number] | null>`jsonb_path_query_first(content, '$[*].quList[*] ? (@.quId == $id)',
        jsonb_build_object('id', ${quId}::text))`.as('question'),
      )
      .executeTakeFirst(),
  )
  const isOpen = row.state === 0 && app.clock().getTime() <= closesAt(row)
  if (!isOpen) await closeIfDue(app, paperId)
  if (!isOpen || (row.penOnly && row.liveLogin !== user.sessionId)) fail('questionHidden')
  const question = must(row.question)
  const at = [...known.shapes.keys()].indexOf(question.quId)
  if (!mayShow(known.stepMode, at, row.stepAt)) fail('questionHidden')
  if (known.stepMode !== stepModes.off && at === row.stepAt + 1)
    await db
      .updateTable('paper')
      .set({ stepAt: at })
      .where('id', '=', paperId)
      .where('state', '=', 0)
      .where('stepAt', '=', row.stepAt)
      .execute()
  const saved = await db
    .selectFrom('paperAnswer')
    .where('paperId', '=', paperId)
    .where('quId', '=', quId)
    .select('answer')
    .executeTakeFirst()
  return { ...question, answer: (saved?.answer ?? null) as unknown as Answer | null }
}
