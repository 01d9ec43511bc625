// The first opening of a paper, which is one statement: two at once, and what a later one answers.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { expect, test } from 'vitest'
import { startNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'

const { app, ann } = await startWith('ann')
const elsewhere = await app.as('ann')
const loadsOf = (paperId: string) => app.db.selectFrom('paperSession').where('paperId', '=', paperId).select(['id', 'takeover']).execute()

test('of two devices at the same moment one gets the write lock, and the other is asked', async () => {
  for (let times = 0; times < 5; times++) {
    const { id, row } = await startNewPaper(app, ann)
    const opened = await Promise.all([ann, elsewhere].map(({ token }) => app.ok(paper['paper-detail'], { id }, token)))
    expect(opened.map((one) => one.heldElsewhere).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
    const holder = opened.find((one) => !one.heldElsewhere)!
    expect((await row()).liveSession).toBe(holder.session)
    const loads = await loadsOf(id)
    expect(new Set(loads.map((one) => one.id))).toEqual(new Set(opened.map((one) => one.session)))
    expect(loads.some((one) => one.takeover)).toBe(false)
  }
})

test('it answers what a reload answers, whether the questions come from memory or from the database', async () => {
  const { id } = await startNewPaper(app, ann)
  const first = await app.ok(paper['paper-detail'], { id }, ann)
  const again = await app.ok(paper['paper-detail'], { id }, ann)
  const { session, serverTime: _time, leftMs: _left, leftSeconds: _seconds, msgSeq: _seq, ...rest } = first
  expect(again).toMatchObject(rest)
  expect(again.session).not.toBe(session)
  expect(JSON.stringify(again.groups)).toBe(JSON.stringify(first.groups))
})
