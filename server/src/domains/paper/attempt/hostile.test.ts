// Input of a tampered client: it must not damage its own paper or the batch with other candidates' saves.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { expect, test } from 'vitest'
import { startNewPaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { mustGetCached } from './save/paper-cache.service.ts'

const { app, ann } = await startWith('ann')

async function startPaper() {
  const { id } = await startNewPaper(app, ann, {}, { single: 1 })
  const { session, groups } = await app.ok(paper['paper-detail'], { id }, ann.token)
  return { id, session, quId: groups[0]!.quList[0]!.quId }
}

test('a session id with characters that cannot be stored is refused before it reaches a batch', async () => {
  const { id, quId } = await startPaper()
  const body = { paperId: id, session: 'a\u0000b', quId, answer: { tags: ['A'] }, seq: 1 }
  expect(await app.call(paper['fill-answer'], body, ann.token)).toEqual(refusal('badInput'))
  const lastAnswers = [{ quId, answer: { tags: ['A'] }, seq: 1 }]
  expect(await app.call(paper['hand-exam'], { id, session: 'a\u0000b', lastAnswers }, ann.token)).toEqual(refusal('badInput'))
})

test('two spellings of a paper id count as the same paper, so one statement never contains two saves of one question', async () => {
  const { id } = await startPaper()
  const odd = `00${id}`
  expect((await mustGetCached(app.app, odd, ann.id)).id).toBe(id)
  const other = await startPaper()
  await app.ok(paper['paper-detail'], { id: `0${other.id}` }, ann.token)
  expect((await mustGetCached(app.app, `0${other.id}`, ann.id)).id).toBe(other.id)
})

test('of several last answers to one question the newest counts, in any order', async () => {
  const { id, session, quId } = await startPaper()
  const lastAnswers = [
    { quId, answer: { tags: ['B'] }, seq: 2 },
    { quId, answer: { tags: ['A'] }, seq: 1 },
  ]
  await app.ok(paper['hand-exam'], { id, session, lastAnswers }, ann.token)
  const stored = await app.db.selectFrom('paperAnswer').where('paperId', '=', id).selectAll().execute()
  expect(stored).toMatchObject([{ seq: 2, answer: { tags: ['B'] } }])
})
