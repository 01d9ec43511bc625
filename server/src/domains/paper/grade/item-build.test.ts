// Item rows of papers marked before item rows existed: built once in the background, with progress shown meanwhile.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { examStat } from '@shuyuan/contract/stat/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { takePaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { startApp } from '../../../../test/start-app.ts'
import { makeFixedExam } from '../fixed.factory.ts'
import { rightAnswer } from '../exam-setup.factory.ts'
import { buildExamItems, buildItems } from './item-build.service.ts'
import { storeItems } from './item.service.ts'

const { app, ann, admin } = await startWith('ann')

const OLD = 250

/** An exam with many equal finished papers of one candidate, without item rows. */
async function oldExam() {
  const { examId } = await makeFixedExam(app.ctx(), { single: 2 }, { tries: 0 })
  const id = await takePaper(app, ann, examId, rightAnswer)
  const { rows } = await sql<{ names: string }>`select string_agg(format('%I', column_name), ',') as names from information_schema.columns
    where table_schema = current_schema() and table_name = 'paper' and column_name <> all(array['id', 'receipt_no']) and is_generated = 'NEVER'
      and identity_generation is distinct from 'ALWAYS'`.execute(app.db)
  const columns = sql.raw(rows[0]!.names)
  await sql`insert into paper (${columns}) select ${columns} from paper, generate_series(2, ${OLD}) where id = ${id}::bigint`.execute(
    app.db,
  )
  await app.db.deleteFrom('paperItem').where('examId', '=', examId).execute()
  return { examId, id }
}
const figures = async (examId: string) =>
  (
    await app.db
      .selectFrom('paperItem')
      .where('examId', '=', examId)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
  ).n
const look = (examId: string) => app.ok(examStat['qu-analysis'], { examId, attempts: 'all' }, admin.token)

describe('the item rows of old papers', () => {
  test('are built in portions, continue where a run stopped, and are never searched again after the last one', async () => {
    const first = await oldExam()
    const place = () => app.db.selectFrom('paperItemBuild').select(['doneTo', 'done']).executeTakeFirstOrThrow()
    await app.db.updateTable('paperItemBuild').set({ doneTo: '0', done: false }).execute()
    // as left by a server that stopped halfway
    const half = await app.db
      .selectFrom('paper')
      .where('examId', '=', first.examId)
      .orderBy('id')
      .offset(100)
      .limit(1)
      .select('id')
      .execute()
    await app.db.updateTable('paperItemBuild').set({ doneTo: half[0]!.id }).execute()
    expect(await buildItems(app.app)).toBe(OLD - 101)
    expect(await place()).toMatchObject({ done: true })
    await app.db.updateTable('paperItemBuild').set({ doneTo: '0', done: false }).execute()
    const second = await startApp({ databaseUrl: app.databaseUrl })
    await Promise.all([buildItems(app.app), buildItems(second.app)])
    await second.close()
    expect(await figures(first.examId)).toBe(OLD)
    await app.db.deleteFrom('paperItem').where('examId', '=', first.examId).execute()
    expect(await buildItems(app.app)).toBe(0)
  })

  test('that cannot be built do not prevent the item rows of other papers', async () => {
    const { examId, id } = await oldExam()
    await app.db
      .updateTable('paper')
      .set({ marks: JSON.stringify({ marks: null }) })
      .where('id', '=', id)
      .execute()
    await app.db.updateTable('paperItemBuild').set({ doneTo: '0', done: false }).execute()
    await buildItems(app.app)
    expect(await figures(examId)).toBe(OLD - 1)
    // viewing the statistics tries once more and works too
    expect(await look(examId)).toMatchObject({ preparing: null })
    await app.db.updateTable('paper').set({ state: PaperState.givenUp }).where('id', '=', id).execute()
  })

  test('are built in the background, and the response contains the progress', async () => {
    const { examId } = await oldExam()
    expect(await look(examId)).toMatchObject({ preparing: { done: 0, total: OLD }, papers: 0, questions: [] })
    const reply = await app.http.inject({
      method: 'POST',
      url: examStat.export.path,
      headers: { token: admin.token },
      payload: { examId },
    })
    expect(reply.json()).toMatchObject({ code: errors.statPreparing[0] })
    await buildExamItems(app.app, examId)
    const seen = await look(examId)
    expect([seen.preparing, seen.papers, seen.questions.length]).toEqual([null, OLD, 2])
    // a few are built within the request
    await sql`delete from paper_item where paper_id in (select paper_id from paper_item where exam_id = ${examId}::bigint limit 5)`.execute(
      app.db,
    )
    // figures that the server remembers follow the papers' versions
    await sql`update paper set version = version + 1 where id = (select min(id) from paper where exam_id = ${examId}::bigint)`.execute(
      app.db,
    )
    expect(await look(examId)).toMatchObject({ preparing: null, papers: OLD })
    expect(await figures(examId)).toBe(OLD)
  })
})

test('item rows are stored as they are, whatever stands in them', async () => {
  const { examId } = await makeFixedExam(app.ctx(), { single: 2 })
  const id = await takePaper(app, ann, examId, rightAnswer)
  const stored = async (items: string[], picks: string[]) => {
    const given = { items, maxes: items.map(() => 250), scores: items.map(() => -50), states: items.map(() => 'w'), picks, rights: picks }
    await storeItems(app.db, [{ ...given, paperId: id, examId, version: 9 }])
    expect(await app.db.selectFrom('paperItem').where('paperId', '=', id).selectAll().executeTakeFirst()).toMatchObject(given)
  }
  await stored(['1', '2/3', '4'], ['AC', '', 'NULL'])
  await stored(['1', '2', '4'], ['"', String.raw`a\b`, '{,}'])
  await stored([], [])
})
