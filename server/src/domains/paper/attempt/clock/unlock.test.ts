import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { expect, test } from 'vitest'
import { openNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { refusal } from '../../../../../test/refusal.ts'
import type { Person } from '../../../../../test/start-app.ts'
import { rightAnswer } from '../../exam-setup.factory.ts'

const { app, ann, proctor } = await startWith('ann', 'proctor')
const elsewhere = await app.as('ann')

async function startPaper(takeoverUnlock = true) {
  const { examId, id, session, keys } = await openNewPaper(app, ann, { takeoverUnlock }, { single: 1 })
  const [key] = keys
  const open = (person: Person, takeover = false) => app.call(paper['paper-detail'], { id, takeover }, person.token)
  const fill = (person: Person, by: string | undefined, seq = 1) =>
    app.call(
      paper['fill-answer'],
      { paperId: id, quId: key!.quId, answer: rightAnswer(key!), ...(by === undefined ? {} : { session: by, seq }) },
      person.token,
    )
  const cards = async () => (await app.ok(watch['process-paging'], { params: { examId } }, proctor.token)).records
  return { id, examId, session, open, fill, cards }
}

test('another sign-in session waits until an invigilator unlocks it; then it takes over, and the first one has to wait', async () => {
  const { id, session, open, fill, cards } = await startPaper()
  expect((await open(ann)).code).toBe(0)
  expect((await cards())[0]!.unlock).toBeNull()
  expect(await open(elsewhere)).toEqual(refusal('paperLocked'))
  expect(await open(elsewhere, true)).toMatchObject({ code: errors.paperLocked[0], data: { key: 'paperLocked', params: {} } })
  expect((await cards())[0]!.unlock).toMatchObject({ ip: '127.0.0.1' })
  expect(await app.call(watch.unlock, { paperId: id }, ann.token)).toEqual(refusal('forbidden'))
  expect(await app.ok(watch.unlock, { paperId: id }, proctor.token)).toBe(true)
  expect(await app.call(watch.unlock, { paperId: id }, proctor.token)).toEqual(refusal('unlockNone'))
  expect((await app.ok(paper['left-time'], { id, acked: 0 }, ann.token)).msgs.at(-1)).toMatchObject({ type: 'unlocked' })

  const takenOver = (await open(elsewhere)).data
  expect(takenOver.heldElsewhere).toBe(false)
  expect((await fill(elsewhere, takenOver.session)).code).toBe(0)
  expect(await fill(ann, session)).toEqual(refusal('paperElsewhere'))
  // one unlock allows one takeover: the next one needs another unlock
  expect((await open(elsewhere)).code).toBe(0)
  expect(await open(ann, true)).toEqual(refusal('paperLocked'))
  const log = await app.db.selectFrom('paperSession').where('paperId', '=', id).where('asked', '=', true).selectAll().execute()
  expect(log).toHaveLength(2)
  expect(log.find((one) => one.unlockTime)).toMatchObject({ takeover: true, unlockBy: proctor.id, ip: '127.0.0.1' })
})

test('the lock cannot be bypassed by a save without a session or by a hand-in', async () => {
  const { id, fill } = await startPaper()
  expect(await fill(elsewhere, undefined)).toEqual(refusal('paperElsewhere'))
  expect(await app.call(paper['hand-exam'], { id }, elsewhere.token)).toEqual(refusal('paperElsewhere'))
  expect(await app.call(paper['qu-detail'], { paperId: id, quId: '1' }, elsewhere.token)).toMatchObject({ code: errors.questionHidden[0] })
  const stored = await app.db.selectFrom('paperAnswer').where('paperId', '=', id).select('quId').execute()
  expect(stored).toEqual([])
})

test('without the option another device only asks its candidate, and there is no unlock request', async () => {
  const { id, open } = await startPaper(false)
  expect((await open(elsewhere)).data.heldElsewhere).toBe(true)
  expect(await app.call(watch.unlock, { paperId: id }, proctor.token)).toEqual(refusal('unlockNone'))
  await app.ok(paper['hand-exam'], { id }, ann.token)
  expect(await app.call(watch.unlock, { paperId: id }, proctor.token)).toEqual(refusal('paperHanded'))
})
